import { createHash } from 'node:crypto';
import { paragraphs } from './form/label-text.ts';
import harmonised from './harmonised.en.json' with { type: 'json' };
import type { FimField, FimOption, FimPath, FimSchema } from './model.ts';
import { onOneLine } from './read/words.ts';
import { placed } from './walk.ts';

/**
 * English of elements that many schemas share, by their ids: by the German label, by the German help (of which the file
 * has only the beginning of its SHA-256, because it is not the project's own text), and by the names of the values.
 */
export type Harmonised = Readonly<
  Record<
    string,
    { label: Record<string, string>; help?: Record<string, string>; options?: Record<string, string> }
  >
>;

/** A German text that has changed since its English one was written. */
export type ChangedText = { path: FimPath; text: string };

/**
 * The English texts of the harmonised elements of FIM in a schema, by their German ones, and those of them that have
 * another German text than the one that was translated.
 */
export function harmonisedEnglish(
  schema: FimSchema,
  optionsOf: (field: FimField) => readonly FimOption[] | null,
  table: Harmonised = harmonised,
): { english: Record<string, string>; changed: ChangedText[] } {
  const english: Record<string, string> = {};
  const changed = new Map<string, ChangedText>();
  for (const { path, member } of placed(schema)) {
    const { element } = member;
    const known = table[element.id];
    if (!known) continue;
    const take = (text: string, found: string | undefined) => {
      if (found !== undefined) english[text] = found;
      else if (text !== '') changed.set(`${element.id} ${text}`, { path, text });
      return found;
    };
    take(element.label, known.label[onOneLine(element.label)]);
    const help = known.help && take(element.help, known.help[shortHash(element.help)]);
    if (help !== undefined) english[paragraphs(element.help)] = paragraphs(help);
    if (!known.options || element.kind === 'group') continue;
    for (const { name } of optionsOf(element) ?? []) take(name, known.options[onOneLine(name)]);
  }
  return { english, changed: [...changed.values()] };
}

/** The beginning of the SHA-256 of a text on one line. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(onOneLine(text)).digest('hex').slice(0, HASH_LENGTH);

const HASH_LENGTH = 12;
