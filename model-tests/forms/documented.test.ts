import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyPart } from './form-parts.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/forms.md'), 'utf8');
const words = new Set(guide.match(/[A-Za-z]+/g));
/** The types in the first column of the table of the subset. */
const types = new Set(
  [...guide.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []),
);

test('docs/forms.md names every component type, validator, property and operator that a form can have', () => {
  const missing = everyPart().filter((part) => {
    const [type = '', ...names] = part.split('.');
    const isOperator = /^(is|less|greater|includes|not)/.test(type);
    if (isOperator) return !words.has(type) && !guide.includes(`${type.replace('OrEqual', '')}(OrEqual)`);
    return names.length === 0 ? !types.has(type) : !words.has(names.at(-1) ?? '');
  });
  expect(missing).toEqual([]);
});
