import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { checkJson, readJson } from '#server/content/load/json-file.ts';
import type { ContentFault } from '#server/content/types.ts';

/** The English texts of a service's form. */
export const ENGLISH = 'form.en.json';
/** The German texts that have no English one yet: editors fill it in, and the next import takes them over. */
export const MISSING = 'form.en.missing.json';

const texts = z.record(z.string(), z.string());

/**
 * Translations that a service's form has: those in use, and those that editors have filled in since the last import.
 * `differing` are texts with two different ones, of which the one in use counts.
 */
export type Translations = { english: Record<string, string>; differing: string[]; faults: ContentFault[] };

/** Reads the translations in the folder of a service. Files that are missing are empty. */
export function existingTranslations(folder: string): Translations {
  const inUse = textsIn(folder, ENGLISH);
  const given = textsIn(folder, MISSING);
  const filled = Object.entries(given.texts).filter(([, english]) => english.trim() !== '');
  const differing = filled.filter(
    ([text, english]) => Object.hasOwn(inUse.texts, text) && inUse.texts[text] !== english,
  );
  return {
    english: { ...Object.fromEntries(filled), ...inUse.texts },
    differing: differing.map(([text]) => text),
    faults: [...inUse.faults, ...given.faults],
  };
}

function textsIn(folder: string, name: string): { texts: Record<string, string>; faults: ContentFault[] } {
  const file = join(folder, name);
  if (!existsSync(file)) return { texts: {}, faults: [] };
  const read = readJson(file, readFileSync(file, 'utf8'));
  if ('faults' in read) return { texts: {}, faults: read.faults };
  const checked = checkJson(read.json, texts);
  return 'faults' in checked ? { texts: {}, faults: checked.faults } : { texts: checked.value, faults: [] };
}

/** The file of missing translations: each German text with an empty English one. */
export const missingFile = (missing: readonly string[]): string =>
  `${JSON.stringify(Object.fromEntries(missing.map((text) => [text, ''])), null, 2)}\n`;
