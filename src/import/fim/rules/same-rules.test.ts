import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { ageOn } from '#forms/rules/day.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { FimPath } from '../model.ts';
import { type Condition, type FimAnswers, type FimValue, holds, not } from './condition.ts';
import { SchemaElements } from './elements.ts';
import type { Clause, ReadRule } from './rule.ts';
import { takeOver } from './take-over.ts';
import { choice, field, formOf, group, idOf, member, schemaOf, truth } from './testing/schemas.ts';

const SHARE = inject('shareOfCases');

/** Repeat a run with `SEED=<printed number> npx vitest run src/import/fim/rules/same-rules.test.ts`. */
const seed = Number(process.env.SEED) || randomInt(2 ** 31);
const WANTED = 20_000 * SHARE;
const DATA_PER_RULE = 25;
const NOW = new Date('2026-11-27T12:00:00Z');
const TODAY = '2026-11-27';

const F = (number: number) => idOf('F', number);
const G = (number: number) => idOf('G', number);
const NAMES = ['eins', 'zwei', 'drei'] as const;

/** Fields of every kind that a condition can read, on the page, in a part and in rows; the targets come last. */
const schema = schemaOf([
  member(choice(1, 'Wahl', ...NAMES)),
  member(truth(2, 'Ja oder nein')),
  member(field(3, 'Zahl', { type: 'num_int' })),
  member(field(4, 'Tag', { type: 'date' })),
  member(field(5, 'Text')),
  member(field(6, 'Datei', { type: 'file' })),
  member(group(7, 'Teil', [member(truth(8, 'Innen')), member(field(9, 'Text innen'))])),
  member(
    group(10, 'Reihe', [
      member(choice(11, 'Wahl darin', ...NAMES)),
      member(field(12, 'Zahl darin', { type: 'num_int' })),
      member(field(13, 'Ziel darin')),
    ]),
    0,
    null,
  ),
  member(field(14, 'Ziel')),
]);
const elements = new SchemaElements(schema);
const ON_PAGE = [F(1), F(2), F(3), F(4), F(5), F(6), `${G(7)}.${F(8)}`, `${G(7)}.${F(9)}`];
const IN_ROWS = [`${G(10)}.${F(11)}`, `${G(10)}.${F(12)}`];
const TARGET = F(14);
const TARGET_IN_ROW = `${G(10)}.${F(13)}`;

type Pick = <T>(...list: readonly T[]) => T;

const pickBy =
  (gen: fc.GeneratorValue): Pick =>
  (...list) =>
    gen(fc.constantFrom, ...list) as never;

const CODES = ['001', '002', '003'];
const values: Record<FimPath, readonly FimValue[]> = {
  [F(1)]: CODES,
  [F(2)]: [true, false],
  [F(3)]: [0, 1, 12],
  [`${G(7)}.${F(8)}`]: [true, false],
  [`${G(10)}.${F(11)}`]: CODES,
  [`${G(10)}.${F(12)}`]: [0, 7],
};

function drawCondition(pick: Pick, paths: readonly FimPath[], depth: number): Condition {
  const inner = () => drawCondition(pick, paths, depth - 1);
  const kind = pick('equal', 'equal', 'empty', 'younger', ...(depth > 0 ? ['not', 'and', 'or', 'xor'] : []));
  switch (kind) {
    case 'not':
      return not(inner());
    case 'and':
    case 'or':
      return { is: kind, of: [inner(), inner()] };
    case 'xor':
      return { is: 'xor', of: [inner(), inner()] };
    case 'empty':
      return { is: 'empty', path: pick(...paths, G(7)) };
    case 'younger':
      return { is: 'younger', path: F(4), years: pick(1, 18, 65) };
    default: {
      const path = pick(...paths.filter((one) => values[one]));
      return { is: 'equal', path, value: pick(...(values[path] as FimValue[])) };
    }
  }
}

const file = { id: 'a1', name: 'a.pdf', size: 10, type: 'application/pdf' };
const given = (data: FormData): FormData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

function drawData(pick: Pick): FormData {
  const code = () => pick<FormValue>(undefined, '', ...CODES);
  const yes = () => pick<FormValue>(undefined, 'true', 'false');
  const text = () => pick<FormValue>(undefined, '', 'Eva', '0', 'false');
  const number = (...list: number[]) => pick<FormValue>(undefined, ...list);
  const row = () => given({ f11: code(), f12: number(0, 7, 8), f13: text() });
  return given({
    ...{
      f1: code(),
      f2: yes(),
      f3: number(0, 1, 12),
      f4: pick<FormValue>(undefined, '', '03/01/2026', '11/27/2008', '11/28/2008', '01/01/1950'),
    },
    ...{ f5: text(), f6: pick<FormValue>(undefined, [], [file]), f8: yes(), f9: text(), f14: text() },
    g10: pick<FormValue>([], [row()], [row(), row()]),
  });
}

/** Answers are drawn once: most conditions read only some of them. */
const allAnswers = fc.sample(fc.gen(), { seed, numRuns: 400 }).map((gen) => drawData(pickBy(gen)));

/** Answers in terms of the schema, made without anything of the translation. */
function answersOf(data: FormData, row: FormData | undefined): FimAnswers {
  const answers = new Map<FimPath, FimValue>();
  const add = (path: FimPath, value: FormValue, as: (value: FormValue) => FimValue = String) => {
    const isAnswer =
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
    if (isAnswer) answers.set(path, as(value));
  };
  const yes = (value: FormValue) => value === 'true';
  const number = (value: FormValue) => Number(value);
  add(F(1), data.f1);
  add(F(2), data.f2, yes);
  add(F(3), data.f3, number);
  add(F(4), data.f4, (day) => ageOn(day, TODAY));
  add(F(5), data.f5);
  add(F(6), data.f6);
  add(`${G(7)}.${F(8)}`, data.f8, yes);
  add(`${G(7)}.${F(9)}`, data.f9);
  add(`${G(10)}.${F(11)}`, row?.f11);
  add(`${G(10)}.${F(12)}`, row?.f12, number);
  return answers;
}

const say = (_: readonly string[], make: (labels: readonly string[]) => { de: string }): string =>
  make(['das']).de;

/** The form with one rule, and what became of it. */
function formWith(clause: Clause): { form: FormDefinition; isTaken: boolean } {
  const { form, places } = formOf(schema);
  const rule: ReadRule = { owner: '', id: 'R', name: '', text: '', clauses: [clause] };
  const { outcomes } = takeOver([rule], elements, places, say);
  return { form: form as unknown as FormDefinition, isTaken: outcomes[0]?.taken === 'whole' };
}

test('a rule in the form says the same as the rule itself', () => {
  const compared = { show: 0, hide: 0, require: 0, valid: 0 };
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const pick = pickBy(gen);
      const effect = pick('show', 'hide', 'require', 'valid');
      const inRow = pick(true, false, false) && effect !== 'valid';
      const when = drawCondition(pick, inRow ? [...ON_PAGE, ...IN_ROWS] : ON_PAGE, 3);
      const target = effect === 'valid' ? '' : inRow ? TARGET_IN_ROW : TARGET;
      const { form, isTaken } = formWith({ effect, target, when, message: 'Das passt nicht.' });
      if (!isTaken) expect({ effect, when }).toBe('taken over');
      const first = gen(fc.nat, allAnswers.length - DATA_PER_RULE);
      for (const answers of allAnswers.slice(first, first + DATA_PER_RULE)) {
        const result = evaluate(form, answers, NOW);
        const rows = inRow ? ((result.data.g10 ?? []) as FormData[]) : [undefined];
        for (const [index, row] of rows.entries()) {
          const path = row ? `g10[${index}].f13` : 'f14';
          const isRight = holds(when, answersOf(result.data, row));
          const own = row ? row.f13 : result.data.f14;
          const isGiven = own !== undefined && own !== null && own !== '';
          const ours = {
            show: !result.hidden.has(path),
            hide: result.hidden.has(path),
            require: result.errors.some((error) => error.path === path) === !isGiven,
            valid: !result.errors.some(({ rule }) => rule === 'json'),
          }[effect];
          const theirs = effect === 'require' && isGiven ? true : isRight;
          if (ours !== theirs)
            expect({ effect, when, data: result.data, path, is: ours }).toEqual({ is: theirs });
          compared[effect]++;
        }
      }
    }),
    { seed, numRuns: Math.ceil((WANTED / DATA_PER_RULE) * 1.3), endOnFailure: true },
  );
  const all = Object.values(compared).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`same rules: ${all} comparisons (${JSON.stringify(compared)}), seed ${seed}\n`);
  expect(all).toBeGreaterThanOrEqual(WANTED);
  expect(Math.min(...Object.values(compared))).toBeGreaterThan(1000 * SHARE);
});
