import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const variables = Array.from(
  read('src/server/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
  ([, name]) => name!,
);

it('finds the variables', () => {
  expect(variables).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'PAYMENT_URL', 'STOP_SECONDS']));
});

it('operators read of each variable, by its name or with those of its partner', () => {
  const told = read('docs/operations.md');
  const isTold = (name: string) =>
    told.includes(`\`${name}\``) || told.includes(`\`${name.split('_')[0]}_*\``);
  expect(variables.filter((name) => !isTold(name))).toEqual([]);
});
