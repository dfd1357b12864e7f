import { expect, test } from 'vitest';
import type { JsonLogic } from '#forms/types.ts';
import { figuresOf } from './amounts.ts';
import { chargedFees, processFees, strangeNames } from './process-fee.ts';

const offer = {
  idpIds: ['anon' as const, 'nkb' as const],
  mode: 'none' as const,
  trustLevel: 'low' as const,
  identificationType: 'none' as const,
  authority: { id: 'kiel' },
};
const areas = ['010020000000', '010030000000'];
const byLogin: JsonLogic = { if: [{ '==': [{ var: 'process.provider' }, 'anon'] }, 2000, 1500] };
const byPlace: JsonLogic = { if: [{ '==': [{ var: 'process.area' }, '010030000000'] }, 900, 1100] };
const byLevel: JsonLogic = { if: [{ '==': [{ var: 'process.trustLevel' }, 'high'] }, 500, 800] };
const charged = (rule: JsonLogic, changes: object = {}, where = areas) =>
  figuresOf(chargedFees(processFees(rule, { ...offer, ...changes }, where)));

test('what can be charged is known by login, place and level', () => {
  expect(charged(byLogin)).toEqual({ kind: 'amounts', amounts: [1500, 2000] });
  expect(charged(byPlace)).toEqual({ kind: 'amounts', amounts: [900, 1100] });
  expect(charged(byPlace, {}, ['010030000000'])).toEqual({ kind: 'amounts', amounts: [900] });
  expect(charged(byLevel)).toEqual({ kind: 'amounts', amounts: [500, 800] });
});

test('a login with which the form can be begun and not sent is charged nothing', () => {
  expect(charged(byLogin, { mode: 'complete' })).toEqual({ kind: 'amounts', amounts: [1500] });
  expect(charged(byLevel, { trustLevel: 'high', mode: 'complete' })).toEqual({
    kind: 'amounts',
    amounts: [500],
  });
  expect(processFees(byLogin, { ...offer, mode: 'complete' }, areas)).toContainEqual(
    expect.objectContaining({ cents: 2000, isCharged: false }),
  );
});

test('places count only for a rule that reads them', () => {
  expect(processFees(byLogin, offer, areas)).toHaveLength(4);
  expect(processFees(byPlace, offer, areas)).toHaveLength(8);
});

test('no other name is a fact of a process', () => {
  expect(strangeNames({ '+': [{ var: 'process.area' }, { var: 'process.authority' }] })).toEqual([]);
  expect(strangeNames({ var: 'process.language' })).toEqual(['process.language']);
  expect(strangeNames({ var: 'data.copies' })).toEqual(['data.copies']);
});
