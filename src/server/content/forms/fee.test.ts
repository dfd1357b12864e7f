import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData } from '#forms/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import { formioForms } from '#server/engines/formio/testing/forms.ts';
import type { Metadata } from '../types.ts';
import { feeCents } from './fee.ts';

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

test.each(table)('%s with %j costs %i cents', (id, data, cents) => {
  expect(feeCents(metadata(id), data)).toBe(cents);
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
  ['meldebescheinigung-kiel', {}],
  ['meldebescheinigung-kiel', { copies: -1 }],
  ['meldebescheinigung-kiel', { copies: 1.00001 }],
  ['meldebescheinigung-kiel', { copies: 'many' }],
])('%s with %j has no fee that could be charged', (id, data) => {
  expect(() => feeCents(metadata(id), data)).toThrow(/is not a number of cents/);
});
