/** Longest query (characters, words) whose words are stored. */
const LONGEST = 40;
const MAX_WORDS = 4;

/** Beginnings of names and addresses: a query that contains one may be about a person. */
const aboutPeople =
  /(^|\s)(herrn?|frau|familie|dr|prof|mr|mrs|ms|miss|ich hei(ss|ß)e|mein name|my name|geboren|born)(\s|\.|$)/;
const STREET = /(stra(ss|ß)e|str\.|weg|platz|allee|gasse|ring|street|road)$/;

/**
 * Returns the words of a query that found nothing, in one form for all spellings; null when they might be about a
 * person: long, with digits, an email or web address, words that go with names, a street, or two or more words that
 * are all written like names. A single name looks like a noun, so rare queries are not shown.
 */
export function countableQuery(text: string): string | null {
  const words = text.normalize('NFC').trim().split(/\s+/);
  const query = words.join(' ').toLocaleLowerCase('de');
  if (query === '' || query.length > LONGEST || words.length > MAX_WORDS) return null;
  if (!/^[\p{L} .'’-]+$/u.test(query) || query.includes('www.')) return null;
  if (aboutPeople.test(query) || words.some((word) => STREET.test(word.toLocaleLowerCase('de')))) return null;
  if (words.length > 1 && words.every((word) => /^\p{Lu}\p{Ll}/u.test(word))) return null;
  return query;
}
