import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { problemStatus } from '#domain/problem.ts';

/**
 * The product's lists of words are in `src/domain` and nowhere else: a second list would be forgotten when a word is
 * added. Tests may write down their expectations; the oracle deliberately does not import the product.
 */
const root = path.resolve(import.meta.dirname, '../..');
const DOMAIN = 'src/domain';
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

/** Product sources of a folder, relative to the root; those of tests are left out. */
function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file));
}

function copiesIn(file: string): string[] {
  if (file.startsWith(`${DOMAIN}/`)) return [];
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
