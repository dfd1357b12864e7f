import type { Language } from './language.ts';

/** Synonyms by stem. */
export type Thesaurus = {
  /** Returns stems with the meaning of this one, without itself. */
  sameAs(stem: string): string[];
  /** Returns the stem that represents all with one meaning; a word without synonyms has its own. */
  canonical(stem: string): string;
  /** Returns the stems of what this one is a kind of: of Dackel, Hund. Hund is no kind of Dackel. */
  kindOf(stem: string): string[];
  /** Returns those of the stems of a query that belong to matters of others, which no service is about. */
  ofOthers(stems: ReadonlySet<string>): Set<string>;
};

/**
 * @param groups words with the same meaning, as people write them
 * @param kinds words for kinds of a thing, by its name
 * @param elsewhere matters of others, of one word or more
 */
export function createThesaurus(
  language: Language,
  groups: readonly (readonly string[])[],
  kinds: Readonly<Record<string, readonly string[]>> = {},
  elsewhere: readonly string[] = [],
): Thesaurus {
  const same = new Map<string, Set<string>>();
  const first = new Map<string, string>();
  for (const group of groups) {
    const stems = group.map((word) => language.stem(language.fold(word)));
    for (const stem of stems) {
      const others = same.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      same.set(stem, others);
      if (!first.has(stem)) first.set(stem, stems[0] ?? stem);
    }
  }
  const stemOf = (word: string) => language.stem(language.fold(word));
  const general = new Map<string, string[]>();
  for (const [thing, words] of Object.entries(kinds)) {
    for (const stem of words.map(stemOf)) general.set(stem, [...(general.get(stem) ?? []), stemOf(thing)]);
  }
  const matters = new Map<string, string[][]>();
  for (const matter of elsewhere) {
    const words = matter.split(/\s+/).map(stemOf);
    const [start = ''] = words;
    matters.set(start, [...(matters.get(start) ?? []), words]);
  }
  return {
    ofOthers: (stems) =>
      new Set(
        [...stems].flatMap((stem) =>
          (matters.get(stem) ?? []).filter((words) => words.every((word) => stems.has(word))).flat(),
        ),
      ),
    kindOf: (stem) => general.get(stem) ?? [],
    sameAs: (stem) => [...(same.get(stem) ?? [])],
    canonical: (stem) => first.get(stem) ?? stem,
  };
}
