import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { problemStatus } from '#domain/problem.ts';

/**
 * Checks that the product's lists of words are only in `src/domain`: a second list would be forgotten when a word is
 * added. Tests may write down their expectations; the oracle deliberately does not import the product.
 */
const root = path.resolve(import.meta.dirname, '../..');
const DOMAIN = 'src/domain';
/** Migrations repeat the words of their time; their own tests compare the stored ones with today's. */
const HISTORY = 'src/server/storage/migrations.ts';
const productFolders = ['src', 'machines', 'ui', 'bench'];

/** Names in quotes, one after the other: an array, the arguments of an enum, or a union type. */
const SEQUENCE = /(?:'[\w.-]+'\s*[,|]\s*)+'[\w.-]+'/g;

const lists = new Map<string, readonly string[]>([['problem codes', Object.keys(problemStatus)]]);
for (const file of sourcesIn(DOMAIN)) {
  const exported: Record<string, unknown> = await import(path.join(root, file));
  for (const [name, value] of Object.entries(exported)) if (Array.isArray(value)) lists.set(name, value);
}

it('finds the lists of the domain', () => {
  expect([...lists.keys()]).toEqual(
    expect.arrayContaining(['locales', 'processStatuses', 'submissionSteps', 'providerIds', 'trustLevels']),
  );
});

it('lists no words of the domain a second time', () => {
  expect(productFolders.flatMap(sourcesIn).flatMap(copiesIn)).toEqual([]);
});

it('would see copies as array, enum or union, in any order, also with a word more', () => {
  expect(copiesOf("const a = ['low', 'high', 'substantial'];")).toEqual(['trustLevels']);
  expect(copiesOf("type A =\n  | 'de'\n  | 'en';")).toEqual(['locales']);
  expect(copiesOf("z.enum(['oidc', 'saml2', 'pseudo', 'none'])")).toEqual(['providerTypes']);
  expect(copiesOf("{ de: 'low', en: 'high' }")).toEqual([]);
});

/** Values of the domain that others might write out: their home, and the pattern of a copy. */
const values: readonly { name: string; home: string; written: RegExp }[] = [
  { name: 'languageTag', home: 'locale.ts', written: /de: '\w\w-\w\w'/ },
  {
    name: 'localeOf, otherLocale',
    home: 'locale.ts',
    written: /=== '(?:de|en)' \? '(?:de|en)' : '(?:de|en)'|=== '(?:de|en)' \|\| \w+ === '(?:de|en)'/,
  },
  { name: 'GERMAN_TIME', home: 'german-time.ts', written: /'Europe\/Berlin'/ },
  { name: 'DAY_MS', home: 'days.ts', written: /\b24 \* (?:60 \* 60|3_?600)|\b86_?400/ },
];
const isOfProduct = (file: string) => !/^src\/stand-ins|^bench/.test(file);

it.each(values)('writes $name once, and has one word for it', ({ home, written }) => {
  const others = productFolders
    .flatMap(sourcesIn)
    .filter((file) => file !== `${DOMAIN}/${home}` && isOfProduct(file));
  expect(others.filter((file) => written.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

it.each([
  ['languageTag', "const tags = { de: 'de-DE', en: 'en-GB' };"],
  ['localeOf, otherLocale', "i18n.language === 'en' ? 'en' : 'de'"],
  ['localeOf, otherLocale', "locale === 'de' ? 'en' : 'de'"],
  ['GERMAN_TIME', "{ timeZone: 'Europe/Berlin' }"],
  ['DAY_MS', 'const DAY = 24 * 3_600_000;'],
  ['DAY_MS', 'const YEAR = 365 * 24 * 60 * 60;'],
  ['DAY_MS', 'now + 86_400_000'],
])('would see %s written as %s', (name, source) => {
  expect(values.find((value) => value.name === name)!.written.test(source)).toBe(true);
});

/** Product sources of a folder, relative to the root, without tests. */
function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file));
}

function copiesIn(file: string): string[] {
  if (file.startsWith(`${DOMAIN}/`) || file === HISTORY) return [];
  return copiesOf(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`);
}

/** Names of the lists that a source repeats, in full or with one word more. */
function copiesOf(source: string): string[] {
  return [...source.matchAll(SEQUENCE)].flatMap(([sequence]) => {
    const words = new Set(Array.from(sequence.matchAll(/'([\w.-]+)'/g), ([, word]) => word));
    const isCopy = (list: readonly string[]) =>
      list.every((word) => words.has(word)) && words.size - list.length <= (list.length > 2 ? 1 : 0);
    return [...lists].flatMap(([name, list]) => (isCopy(list) ? [name] : []));
  });
}
