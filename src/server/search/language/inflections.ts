/** Prefixes that German verbs send to the end of the sentence: ich melde … an. */
const SEPARABLE = [
  'zuruck',
  'weiter',
  'nach',
  'frei',
  'auf',
  'aus',
  'ein',
  'mit',
  'vor',
  'weg',
  'los',
  'ab',
  'an',
  'um',
  'zu',
  'her',
  'hin',
];

/**
 * Returns the infinitive-like forms to which a German verb form with a prefix may belong: `angemeldet` and
 * `anzumelden` are `anmelden`. Folded spelling in and out; nonexistent forms do no harm, because they are looked up.
 */
export function verbForms(folded: string): string[] {
  const prefix = SEPARABLE.find((start) => folded.startsWith(start));
  const rest = prefix === undefined ? folded : folded.slice(prefix.length);
  const forms: string[] = [];
  if (prefix !== undefined && rest.startsWith('zu') && rest.length > 4) forms.push(prefix + rest.slice(2));
  const participle = /^ge(.{2,}?)e?[tn]$/.exec(rest)?.[1];
  if (participle) forms.push(`${prefix ?? ''}${participle}en`);
  return forms;
}

/**
 * Joins a prefix at the end of a sentence to the words before it: in `wie melde ich meinen hund an` it makes the form
 * `anmelde`. Returns joined forms by position of the word; folded spelling in and out.
 */
export function joinSeparated(words: readonly string[]): Map<number, string> {
  const joined = new Map<number, string>();
  words.forEach((word, position) => {
    if (position === 0 || !SEPARABLE.includes(word)) return;
    words.slice(0, position).forEach((verb, index) => {
      if (verb.length > 2) joined.set(index, word + verb);
    });
  });
  return joined;
}

/** Returns the word that German makes smaller: `hundchen` and `hundlein` are `hund`. Folded spelling in and out. */
export function diminished(folded: string): string[] {
  const word = /^(.{4,})(?:chen|lein)s?$/.exec(folded)?.[1];
  return word === undefined ? [] : [word, `${word}e`];
}
