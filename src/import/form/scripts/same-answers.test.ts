import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { calculatedValue } from '#forms/rules/logic.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { importForm } from '../import-form.ts';
import { made, NOW } from '../testing.ts';
import { drawAnswers, formioData, readFields } from './testing/answers.ts';
import { drawCondition, drawNumber, drawScript, type Pick, type Place } from './testing/drawn-scripts.ts';

const SHARE = inject('shareOfCases');

const require = createRequire(import.meta.url);
const lodash: unknown = require('lodash');

/** Repeat a run with `SEED=<printed number> npx vitest run src/import/form/scripts/same-answers.test.ts`. */
const seed = Number(process.env.SEED) || randomInt(2 ** 31);
const DATA_PER_SCRIPT = 20;

type Ran = { value: unknown } | 'error';

/** Runs a script as Form.io does. Nothing but the tests ever runs one. */
function ran(
  script: string,
  result: string,
  start: string,
  data: FormData,
  row: FormData,
  input?: unknown,
): Ran {
  const names = ['data', 'row', '_', 'input'];
  const run = compileFunction(`var ${result}${start}; ${script}\n; return ${result};`, names);
  try {
    return { value: run(data, row, lodash, input) };
  } catch {
    return 'error';
  }
}

function importedForm(target: object, place: Place): FormDefinition | undefined {
  const [onPage, inside, within, inRow] = (['page', 'container', 'hidden', 'row'] as const).map((is) =>
    place === is ? [target] : [],
  ) as [object[], object[], object[], object[]];
  const end = made('textfield', { key: 'end' });
  const components = [...readFields(inRow, inside, within), ...onPage, end];
  const result = importForm('a.json', JSON.stringify({ title: 'Antrag', display: 'form', components }));
  if ('form' in result) return result.form;
  const others = result.faults.filter(({ reason }) => !REFUSED.test(reason));
  if (others.length > 0) throw new Error(JSON.stringify(others));
  return undefined;
}

/** Scripts that say more than JSONLogic, and fields of a group that look at their own group. */
const REFUSED = /cannot be read as JSONLogic|is the group this field is in/;

const pickBy =
  (gen: fc.GeneratorValue): Pick =>
  (...list) =>
    gen(fc.constantFrom, ...list) as never;

/** Answers are drawn once: most scripts read only some of them. */
const allAnswers = fc.sample(fc.gen(), { seed, numRuns: 500 }).map((gen) => drawAnswers(pickBy(gen)));

type Shape = { place: Place; script: string; target: object };
type Compare = (form: FormDefinition, data: FormData, shape: Shape) => number;

/** Imports scripts, and compares each that is taken over with itself, on answers to the form. */
function compareAll(
  wanted: number,
  draw: (pick: Pick) => Shape,
  compare: Compare,
): { compared: number; refused: number } {
  let [compared, refused] = [0, 0];
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const pick = pickBy(gen);
      const shape = draw(pick);
      const form = importedForm(shape.target, shape.place);
      if (!form) {
        refused++;
        return;
      }
      const first = gen(fc.nat, allAnswers.length - DATA_PER_SCRIPT);
      for (const given of allAnswers.slice(first, first + DATA_PER_SCRIPT))
        compared += compare(form, given, shape);
    }),
    { seed, numRuns: Math.ceil((wanted / DATA_PER_SCRIPT) * 1.4) + 30, endOnFailure: true },
  );
  process.stdout.write(`same answers: ${compared} comparisons, ${refused} scripts refused, seed ${seed}\n`);
  expect(compared).toBeGreaterThanOrEqual(wanted);
  return { compared, refused };
}

/** Compares many thousand times: `expect` only runs for a difference. */
function same(where: object, ours: unknown, theirs: unknown): void {
  if (!Object.is(ours, theirs)) expect({ ...where, answer: ours }).toEqual({ ...where, answer: theirs });
}

const place = (pick: Pick): Place => pick('page', 'page', 'container', 'hidden', 'row');

/** The parts of the data that scripts at a place see as their row; none where Form.io does not show the place. */
function rowsAt(at: Place, all: FormData): FormData[] {
  if (at === 'row') return all.g as FormData[];
  const row = { page: all, container: all.k, hidden: all.w }[at];
  return row ? [row as FormData] : [];
}

test('a condition shows what its script shows', () => {
  compareAll(
    20_000 * SHARE,
    (pick) => {
      const at = place(pick);
      const script = drawScript(pick, at, 'show');
      return { place: at, script, target: made('textfield', { key: 'target', customConditional: script }) };
    },
    (form, answers, { place: at, script }) => {
      const { data, hidden } = evaluate(form, answers, NOW);
      const all = formioData(data);
      const rows = rowsAt(at, all);
      for (const [index, row] of rows.entries()) {
        const result = ran(script, 'show', ' = true', all, row);
        const isShown = result === 'error' || result.value === null || Boolean(result.value);
        const path = at === 'row' ? `g[${index}].target` : 'target';
        same({ script, all }, !hidden.has(path), isShown);
      }
      return rows.length;
    },
  );
});

test('a calculation has the value of its script', () => {
  compareAll(
    4_000 * SHARE,
    (pick) => {
      const at = place(pick);
      const type = pick('number', 'textfield', 'checkbox');
      const script = `value = ${
        type === 'number'
          ? drawNumber(pick, at)
          : type === 'checkbox'
            ? pick(`!!(${drawCondition(pick, at, 1)})`, `${pick('data.c', 'data.n > 1')}`)
            : pick('data.t', "data.u || 'nichts'", "data.c ? 'ja' : 'nei'", "data.t ?? 'x'", "'fest'")
      }`.replaceAll('ROW.', 'row.');
      return { place: at, script, target: made(type, { key: 'target', calculateValue: script }) };
    },
    (form, answers, { place: at, script, target }) => {
      const { data } = evaluate(form, answers, NOW);
      const all = formioData(data);
      const portal = at === 'row' ? (data.g as FormData[]) : [data];
      const rows = rowsAt(at, all);
      const { type } = target as { type: 'number' };
      for (const [index, row] of rows.entries()) {
        const result = ran(script, 'value', '', all, row);
        const value = result === 'error' ? null : calculatedValue(type, result.value);
        same({ script, all }, portal[index]?.target ?? null, value);
      }
      return rows.length;
    },
  );
});

test('a check refuses what its script refuses, with the same text', () => {
  compareAll(
    4_000 * SHARE,
    (pick) => {
      const at = place(pick);
      const test = `${pick('input === data.t', "input !== 'Eva'", "input == '12'")} ${pick('||', '&&')} (${drawCondition(pick, at, 1)})`;
      const script = pick(
        `valid = (${test}) ? true : 'Das passt nicht.'`,
        `valid = !!(${test});`,
        `if (${test}) { valid = true } else { valid = 'Nein' + ': bitte ' + "anders" }`,
        `if (${test}) valid = 'Nein.';`,
      ).replaceAll('ROW.', 'row.');
      return {
        place: at,
        script,
        target: made('textfield', { key: 'target', validate: { custom: script } }),
      };
    },
    (form, answers, { place: at, script }) => {
      const withTarget = { ...answers, target: 'Eva' };
      const { data, errors } = evaluate(form, withTarget, NOW);
      const all = formioData(data);
      const rows = rowsAt(at, all);
      for (const [index, row] of rows.entries()) {
        const result = ran(script, 'valid', ' = true', all, row, row.target);
        const value = result === 'error' ? true : result.value;
        const path = at === 'row' ? `g[${index}].target` : 'target';
        const found = errors.find((error) => error.path === path && error.rule === 'json');
        const ours = found ? (found.message ?? false) : true;
        same({ script, all }, ours, typeof value === 'string' ? value : Boolean(value));
      }
      return rows.length;
    },
  );
});
