import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import { type ContentFolder, readChecked } from '#server/content/load/folder.ts';
import { faultAt } from '#server/content/load/json-file.ts';
import type { ContentFault, Synonyms } from '#server/content/types.ts';
import { loadForeignWords } from './foreign-words.ts';
import { wordsOf } from './words.ts';

const FILE = 'search/synonyms.json';
const group = z.array(z.string().trim().min(1)).min(2, 'a group has at least two words');
const kinds = z.record(z.string(), z.array(z.string().trim().min(1)));
const matters = z.array(z.string().trim().min(1));
const schema = z.strictObject({
  de: z.array(group),
  en: z.array(group),
  kinds: z.strictObject({ de: kinds, en: kinds }).default({ de: {}, en: {} }),
  elsewhere: z.strictObject({ de: matters, en: matters }).default({ de: [], en: [] }),
});

/** Reads the synonyms of a content folder, and the words of other languages; a folder without them has none. */
export function loadSynonyms(folder: ContentFolder): { synonyms: Synonyms; faults: ContentFault[] } {
  const foreign = loadForeignWords(folder);
  const own = loadGroups(folder);
  return {
    synonyms: { ...own.synonyms, foreign: foreign.languages },
    faults: [...own.faults, ...foreign.faults],
  };
}

function loadGroups(folder: ContentFolder): { synonyms: Omit<Synonyms, 'foreign'>; faults: ContentFault[] } {
  const none = { de: [], en: [], kinds: { de: {}, en: {} }, elsewhere: { de: [], en: [] } };
  if (folder.missing(FILE).length > 0) return { synonyms: none, faults: [] };
  const read = readChecked(folder, FILE, schema);
  if (!read.value) return { synonyms: none, faults: read.faults };
  const { json, value } = read;
  const severalIn = (words: string[], path: (string | number)[]) =>
    words.flatMap((word, column) =>
      wordsOf(word).length === 1
        ? []
        : [faultAt(json, [...path, column], `“${word}”: one word without hyphen or blank is expected`)],
    );
  const several = locales.flatMap((locale) => [
    ...value[locale].flatMap((words, row) => severalIn(words, [locale, row])),
    ...Object.entries(value.kinds[locale]).flatMap(([thing, words]) =>
      severalIn(words, ['kinds', locale, thing]),
    ),
  ]);
  return { synonyms: value, faults: several };
}
