import { expect, it } from 'vitest';
import { importsOf, productFiles, sourceOf } from './imports.ts';

/** These know the forms of their kind; a form comes into the content in the way of its engine. */
const ENGINES = /^src\/server\/(?:engines|content)\//;
/** What is true of forms of every engine: their data, what an account says to it, how many files there may be and how big. */
const COMMON = ['types.ts', 'account.ts', 'files.ts', 'display-bytes.ts', 'rules/day.ts'].map(
  (file) => `src/forms/${file}`,
);
/** The parts of a form definition. */
const DEFINITION = /\b(?:FormDefinition|\w*Component(?:Of)?|\w*ValuedField|ValueField)\b/;

const outside = productFiles('src/server').filter((file) => !ENGINES.test(file));

it('only form engines know how a form is defined', () => {
  const known = outside
    .flatMap((file) => importsOf(file))
    .filter(({ to }) => to.startsWith('src/forms/') && !COMMON.includes(to));
  expect(known.map(({ from, to, line }) => `${from}:${line} imports ${to}`)).toEqual([]);
  const named = outside.flatMap((file) =>
    sourceOf(file)
      .split('\n')
      .flatMap((line, index) =>
        line.includes('#forms/') && DEFINITION.test(line) ? [`${file}:${index + 1} ${line}`] : [],
      ),
  );
  expect(named).toEqual([]);
});
