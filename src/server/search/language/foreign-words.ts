import * as z from 'zod';
import { type ContentFolder, readChecked } from '#server/content/load/folder.ts';
import type { ContentFault, ForeignLanguage } from '#server/content/types.ts';

const FILE = 'search/foreign-words.json';
const text = z.string().trim().min(1);
const language = z.strictObject({ note: text, services: z.record(z.string(), z.array(text).min(1)) });
const schema = z.record(z.string().regex(/^[a-z]{2,3}$/), language);

/**
 * Reads the words of other languages of a content folder; a folder without the file has none. The words may name
 * services that the content does not have: words are shared, services are not.
 */
export function loadForeignWords(folder: ContentFolder): {
  languages: ForeignLanguage[];
  faults: ContentFault[];
} {
  if (folder.missing(FILE).length > 0) return { languages: [], faults: [] };
  const read = readChecked(folder, FILE, schema);
  if (!read.value) return { languages: [], faults: read.faults };
  return {
    languages: Object.entries(read.value).map(([lang, { note, services }]) => ({ lang, note, services })),
    faults: [],
  };
}
