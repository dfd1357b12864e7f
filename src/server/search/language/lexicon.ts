import SearchableMap from 'minisearch/SearchableMap';
import type { YieldNow } from '../yield-every.ts';
import type { Language } from './language.ts';

/** A word of the content in its folded spelling. */
export type Entry = {
  folded: string;
  stem: string;
  /** Its most frequent spelling. */
  display: string;
  displayCount: number;
  /** Occurrences in all texts. */
  count: number;
  /** Whether it occurs in a title, keyword or teaser. */
  isStrong: boolean;
};

/** All words of the content in one language, to complete, correct and split words. */
export type Lexicon = {
  language: Language;
  entries: Map<string, Entry>;
  /** Words and stems that may be parts of compounds. */
  parts: Set<string>;
  /** For words by beginning and by similarity; filled by `completeLexicon`. */
  tree: SearchableMap<Entry>;
  /** For words of which only one to three letters are known: too many to search each time. */
  shortBeginnings: Map<string, Entry[]>;
};

export const emptyLexicon = (language: Language): Lexicon => ({
  language,
  entries: new Map(),
  parts: new Set(),
  tree: new SearchableMap<Entry>(),
  shortBeginnings: new Map(),
});

/** Adds a word as written in the content. */
export function addWord(lexicon: Lexicon, surface: string, count: number, isStrong: boolean): Entry {
  const { language, entries } = lexicon;
  const folded = language.fold(surface);
  let entry = entries.get(folded);
  if (!entry) {
    const stem = language.stem(folded);
    entry = { folded, stem, display: surface, displayCount: 0, count: 0, isStrong: false };
    entries.set(folded, entry);
  }
  if (count > entry.displayCount) {
    entry.display = surface;
    entry.displayCount = count;
  }
  entry.count += count;
  entry.isStrong ||= isStrong;
  return entry;
}

/** Occurrences from which a word of running text alone does not count as misspelt. */
const ESTABLISHED = 3;

/** Whether people may mean this word when they misspell another or type only its beginning. */
const isEstablished = ({ folded, count, isStrong }: Entry): boolean =>
  folded.length > 2 && (isStrong || count >= ESTABLISHED) && !/\d/.test(folded);

const SHORT_BEGINNING = 3;
const MAX_SHORT = 24;

/** Prepares the words for completion and correction; called once, after the last word. */
export async function completeLexicon(lexicon: Lexicon, yieldNow: YieldNow): Promise<void> {
  const byBeginning = new Map<string, Entry[]>();
  for (const entry of lexicon.entries.values()) {
    addParts(lexicon, entry);
    if (!isEstablished(entry)) continue;
    lexicon.tree.set(entry.folded, entry);
    for (let length = 1; length <= SHORT_BEGINNING; length++) {
      const beginning = entry.folded.slice(0, length);
      const begun = byBeginning.get(beginning);
      if (begun) begun.push(entry);
      else byBeginning.set(beginning, [entry]);
    }
    await yieldNow();
  }
  for (const [beginning, begun] of byBeginning) {
    lexicon.shortBeginnings.set(beginning, begun.sort(byImportance).slice(0, MAX_SHORT));
    await yieldNow();
  }
}

/** Longest word that is short: as a part it occurs in too many others by chance, so only important ones count. */
const SHORT_PART = 3;

function addParts({ language, parts }: Lexicon, { folded, stem, isStrong }: Entry): void {
  if (language.functionWords.has(folded)) return;
  if (folded.length > SHORT_PART || (folded.length === SHORT_PART && isStrong)) parts.add(folded);
  // As the first part, verbs lose their ending: Wohngeld, Meldebescheinigung.
  if (stem.length > SHORT_PART) parts.add(stem);
}

/** Words with this beginning, the most important first. */
export function wordsBeginning({ tree, shortBeginnings }: Lexicon, beginning: string, most: number): Entry[] {
  if (beginning.length <= SHORT_BEGINNING) return (shortBeginnings.get(beginning) ?? []).slice(0, most);
  const found = [...tree.atPrefix(beginning).values()] as Entry[];
  return found.sort(byImportance).slice(0, most);
}

const byImportance = (one: Entry, other: Entry): number =>
  Number(other.isStrong) - Number(one.isStrong) || other.count - one.count;
