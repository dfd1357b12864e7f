import { randomInt } from 'node:crypto';
import { dequal } from 'dequal';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { fieldAt } from '#forms/paths.ts';
import { evaluate } from '#forms/rules/rules.ts';
import { parseForm } from '#forms/schema/schema.ts';
import { canonicalData } from '#forms/summary.ts';
import type { FieldError, FormData, FormDefinition } from '#forms/types.ts';
import { everyPart, partsOf } from './form-parts.ts';
import { formioAnswer } from './formio-oracle.ts';
import { type Draw, drawForm } from './same-rules.arbitrary.ts';
import { drawData } from './same-rules.values.ts';

const SHARE = inject('shareOfCases');

const FORMS = 1000 * SHARE;
const DATA_PER_FORM = 20;
/** Minimum number of each component type with each of its validators; most are generated ten times as often. */
const OFTEN = 5;
/** This check never refuses: the rule of postcodes checks the postcode, and the person decides the rest. */
const NEVER_REFUSES = 'check.inArea';
const NOW = new Date('2026-11-20T12:00:00Z');
/** Repeat a run with `SEED=<printed number> npx vitest run model-tests/forms/same-rules.test.ts`. */
const seed = Number(process.env.SEED) || randomInt(2 ** 31);

const byPath = (errors: FieldError[]) =>
  [...errors].sort((one, two) => (`${one.path} ${one.rule}` < `${two.path} ${two.rule}` ? -1 : 1));

const formOf = (draw: Draw): FormDefinition => {
  const parsed = parseForm(JSON.parse(JSON.stringify(drawForm(draw))));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.form;
};

/** Compares a hundred thousand times: `expect` is slow, so it only runs for a difference. */
function same(ours: unknown, theirs: unknown): void {
  if (!dequal(ours, theirs)) expect(ours).toEqual(theirs);
}

/** The errors that both report. */
function compare(form: FormDefinition, data: FormData): FieldError[] {
  const before = JSON.stringify(data);
  const ours = evaluate(form, data, NOW);
  const theirs = formioAnswer(form, data, NOW);
  same(ours.data, theirs.data);
  same(byPath(ours.errors), byPath(theirs.errors));
  same(JSON.stringify(data), before);
  same(evaluate(form, theirs.data, NOW).data, theirs.data);
  same(canonicalData(form, theirs.data), canonicalData(form, data));
  return ours.errors;
}

test('our rules and @formio/core say the same of any form and any data', () => {
  let pairs = 0;
  let broken = 0;
  const refused = new Set<string>();
  const generated = new Map<string, number>();
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const form = formOf(draw);
      for (const part of partsOf(form)) generated.set(part, (generated.get(part) ?? 0) + 1);
      for (let count = 0; count < DATA_PER_FORM; count++) {
        const data = drawData(form as never, draw) as FormData;
        try {
          const errors = compare(form, data);
          if (errors.length > 0) broken++;
          for (const { path, rule } of errors) {
            refused.add(`${fieldAt(form, path)?.type}.validate.${rule}`).add(`check.${rule}`);
          }
        } catch (cause) {
          throw new Error(`they differ in ${JSON.stringify({ form, data })}`, { cause });
        }
        pairs++;
      }
    }),
    // Finding a smaller form with less data is not worth the time.
    { seed, numRuns: FORMS, endOnFailure: true },
  );
  process.stdout.write(`same rules: ${pairs} pairs, ${broken} with errors, 0 differences, seed ${seed}\n`);
  expect(pairs).toBeGreaterThanOrEqual(FORMS * DATA_PER_FORM);
  if (SHARE === 1) expectEveryPart(generated, refused);
});

function expectEveryPart(generated: ReadonlyMap<string, number>, refused: ReadonlySet<string>): void {
  const rare = everyPart().filter((part) => (generated.get(part) ?? 0) < OFTEN);
  expect(rare, 'parts of the subset that hardly any generated form had').toEqual([]);
  const idle = everyPart().filter(
    (part) => /\.validate\.|^check\./.test(part) && part !== NEVER_REFUSES && !refused.has(part),
  );
  expect(
    idle.filter((part) => !part.endsWith('.customMessage')),
    'validators that refused nothing',
  ).toEqual([]);
}
