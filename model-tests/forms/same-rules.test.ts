import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateOnServer } from '#forms/rules/authority.ts';
import { evaluate } from '#forms/rules/rules.ts';
import { parseForm } from '#forms/schema/schema.ts';
import { canonicalData } from '#forms/summary.ts';
import type { FieldError, FormData, FormDefinition } from '#forms/types.ts';
import { type Draw, drawForm } from './same-rules.arbitrary.ts';
import { drawData } from './same-rules.values.ts';

const FORMS = 1000;
const DATA_PER_FORM = 5;
const NOW = new Date('2026-11-20T12:00:00Z');
/** Repeat a run with `SEED=<printed number> npx vitest run src/forms/same-rules.test.ts`. */
const seed = Number(process.env.SEED) || randomInt(2 ** 31);

const byPath = (errors: FieldError[]) =>
  [...errors].sort((one, two) => (`${one.path} ${one.rule}` < `${two.path} ${two.rule}` ? -1 : 1));

const formOf = (draw: Draw): FormDefinition => {
  const parsed = parseForm(JSON.parse(JSON.stringify(drawForm(draw))));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.form;
};

test('browser and service say the same of any form and any data', async () => {
  let pairs = 0;
  let broken = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const form = formOf(draw);
      for (let count = 0; count < DATA_PER_FORM; count++) {
        const data = drawData(form as never, draw) as FormData;
        const before = JSON.stringify(data);
        const here = evaluate(form, data, NOW);
        const there = await validateOnServer(form, data, NOW);
        expect(here.data).toEqual(there.data);
        expect(byPath(here.errors)).toEqual(byPath(there.errors));
        expect(JSON.stringify(data)).toBe(before);
        expect(evaluate(form, there.data, NOW).data).toEqual(there.data);
        expect(canonicalData(form, there.data)).toBe(canonicalData(form, data));
        pairs++;
        if (here.errors.length > 0) broken++;
      }
    }),
    { seed, numRuns: FORMS },
  );
  process.stdout.write(`same rules: ${pairs} pairs, ${broken} with errors, 0 differences, seed ${seed}\n`);
  expect(pairs).toBeGreaterThanOrEqual(5000);
}, 120_000);
