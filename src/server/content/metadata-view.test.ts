import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContent } from '#server/content-store/load.ts';
import { metadataView } from './metadata-view.ts';
import type { Metadata } from './types.ts';

const loaded = loadContent(join(import.meta.dirname, '../../../content'));
if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
const offer = loaded.content.metadata.get('hundesteuer-kiel') as Metadata;

test('a fee that depends on the place is that of the place, where there is one', () => {
  const byPlace: Metadata = {
    ...offer,
    feeType: 'VARIABLE_BY_PROCESS',
    feeAmount: null,
    feeRule: { if: [{ '==': [{ var: 'process.area' }, '010020000000'] }, 900, 1100] },
    feeFigures: { kind: 'amounts', amounts: [900, 1100] },
  };
  expect(metadataView(byPlace, 'de').feeFigures).toEqual({ kind: 'amounts', amounts: [900, 1100] });
  expect(metadataView(byPlace, 'de', { area: '010020000000' }).feeFigures).toEqual({
    kind: 'amounts',
    amounts: [900],
  });
  const byForm: Metadata = { ...byPlace, feeType: 'VARIABLE' };
  expect(metadataView(byForm, 'de', { area: '010020000000' }).feeFigures).toEqual(byPlace.feeFigures);
});

test('what only the server needs stays there', () => {
  const view = metadataView({ ...offer, feeField: 'feeTotal', feeRule: 1 }, 'en');
  for (const key of ['areas', 'feeRule', 'feeField']) expect(view).not.toHaveProperty(key);
  for (const key of ['destinationId', 'paymentEndPointId', 'responsibleDataProcessingUnitId']) {
    expect(view.authority).not.toHaveProperty(key);
  }
});
