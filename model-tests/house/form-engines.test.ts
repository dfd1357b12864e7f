import { expect, it } from 'vitest';
import { importsOf, productFiles, sourceOf } from './imports.ts';

/** Rooms that know the forms of their kind; the engine brings a form into the content. */
const ENGINES = /^src\/server\/(?:engines|content)\//;
/**
 * Facts about forms of every engine: their data, the account's values, and the number and size of files; and patterns,
 * days and moments, which are of no form.
 */
const COMMON = [
  'types.ts',
  'account.ts',
  'files.ts',
  'display-bytes.ts',
  'rules/day.ts',
  'rules/german-moment.ts',
  'rules/pattern.ts',
  'rules/compiled-pattern.ts',
  'schema/pattern-fault.ts',
].map((file) => `src/forms/${file}`);
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
