import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FeeFacts, type FeeType, feeParts } from '#domain/fee.ts';
import { centsOf, feeOfField } from '#forms/fee-field.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData, JsonLogic } from '#forms/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import { formioForms } from '#server/engines/formio/testing/forms.ts';
import type { Metadata } from '../types.ts';
import { feeAtStart, feeCents } from './fee.ts';

const loaded = loadContent(join(import.meta.dirname, '../../../../content'));
if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
const { content } = loaded;
const metadata = (id: string) => content.metadata.get(id) as Metadata;

const table: [string, FormData, number][] = [
  ['hundesteuer-kiel', {}, 0],
  ['hundesteuer-kiel', { feeAmount: 99 }, 0],
  ['wohngeld-kreis-ostholstein', {}, 0],
  ['bewohnerparkausweis-kiel', {}, 3070],
  ['bewohnerparkausweis-luebeck', {}, 6000],
  ['bewohnerparkausweis-flensburg', {}, 3600],
  ['gewerbeanmeldung-kiel', {}, 2600],
  ['gewerbeanmeldung-luebeck', {}, 3000],
  ['meldebescheinigung-kiel', { copies: 1 }, 1300],
  ['meldebescheinigung-kiel', { copies: 3 }, 3900],
  ['meldebescheinigung-itzehoe', { copies: 10 }, 13000],
  ['fischereischein-kiel', { duration: 'one' }, 2000],
  ['fischereischein-kiel', { duration: 'five' }, 6000],
  ['fischereischein-fehmarn', { duration: 'lifetime' }, 18500],
];

const somewhere: FeeFacts = { area: '010020000000', authority: 'kiel', provider: 'anon', trustLevel: 'low' };

/** Grounds of a fee with the amount that the form's own field gives, read by the engine. */
function grounds(id: string, data: FormData) {
  const { fmsFormId, feeField } = metadata(id);
  const form = formioForms(content).get(fmsFormId)?.de;
  const ofForm = form && feeField ? feeOfField(form, data, feeField) : null;
  return { values: data, ofForm, process: somewhere };
}

test.each(table)('%s with %j costs %i cents', (id, data, cents) => {
  expect(feeCents(metadata(id), grounds(id, data))).toBe(cents);
});

test.each(table.filter(([id]) => /^(melde|fisch)/.test(id)))(
  '%s with %j shows the same fee in the form',
  (id, data, cents) => {
    const form = formioForms(content).get(metadata(id).fmsFormId)?.de;
    if (!form) throw new Error('no form');
    expect(evaluate(form, data).data.feeTotal).toBe(cents / 100);
  },
);

test.each<[string, FormData]>([
  ['fischereischein-kiel', {}],
  ['fischereischein-kiel', { duration: 'forever' }],
])('%s with %j has no fee that could be charged', (id, data) => {
  expect(() => feeCents(metadata(id), grounds(id, data))).toThrow(/is not a number of cents/);
});

describe('each type takes its fee from somewhere else', () => {
  const offer = (feeType: FeeType, feeAmount: number | null = null): Metadata => {
    const { feeField: _, ...rest } = metadata('meldebescheinigung-kiel');
    const byData: JsonLogic = { '*': [100, { var: 'data.copies' }] };
    const byLogin: JsonLogic = { if: [{ '==': [{ var: 'process.provider' }, 'anon'] }, 2000, 1500] };
    const feeRule = { data: byData, process: byLogin }[feeParts[feeType].rule ?? 'data'];
    return { ...rest, feeType, feeAmount, feeRule };
  };
  const all = (provider: FeeFacts['provider']) => ({
    values: { copies: 3 },
    ofForm: 700,
    process: { ...somewhere, provider },
  });

  test.each<[FeeType, number | null, number, number]>([
    ['FREE', 0, 0, 0],
    ['FIXED', 1234, 1234, 1234],
    ['VARIABLE', null, 300, 300],
    ['VARIABLE_BY_PROCESS', null, 2000, 1500],
    ['VARIABLE_BY_FORM', null, 700, 700],
    ['VARIABLE_BY_PROCESS_AND_FORM', null, 2700, 2200],
  ])('%s (%s): %i cents without an account, %i with one', (feeType, amount, anonymous, loggedIn) => {
    expect(feeCents(offer(feeType, amount), all('anon'))).toBe(anonymous);
    expect(feeCents(offer(feeType, amount), all('nkb'))).toBe(loggedIn);
  });

  test('only what does not need the form is known before it', () => {
    const known = (feeType: FeeType, amount: number | null = null) =>
      feeAtStart(offer(feeType, amount), { ...somewhere, provider: 'nkb' });
    expect(known('FIXED', 1234)).toBe(1234);
    expect(known('VARIABLE_BY_PROCESS')).toBe(1500);
    for (const decides of ['VARIABLE', 'VARIABLE_BY_FORM', 'VARIABLE_BY_PROCESS_AND_FORM'] as const) {
      expect(known(decides)).toBe(0);
    }
  });

  test.each([null, -1, 0.5, Number.NaN])('a form that says %s is charged nothing', (ofForm) => {
    const said = { ...all('nkb'), ofForm };
    expect(() => feeCents(offer('VARIABLE_BY_FORM'), said)).toThrow(/is not a number of cents/);
    expect(() => feeCents(offer('VARIABLE_BY_PROCESS_AND_FORM'), said)).toThrow(/is not a number of cents/);
  });
});

test.each([
  [13, 1300],
  [26.1, 2610],
  [0.1 + 0.2, 30],
  [0.105, null],
  ['13', null],
  [Number.NaN, null],
  [undefined, null],
])('%s euros are %s cents', (euros, cents) => {
  expect(centsOf(euros)).toBe(cents);
});
