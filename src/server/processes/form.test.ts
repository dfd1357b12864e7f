import { describe, expect, it } from 'vitest';
import { formOf as definitionOf } from '#forms/testing/form.ts';
import type { ServerContext } from '#server/context.ts';
import { openDifferences } from './account.ts';
import { assertConfirmed, confirmationHash, formOf, isConfirmed, metadataOf } from './form.ts';
import type { ProcessRow } from './row.ts';

const definition = definitionOf(
  { type: 'textfield', key: 'name', label: 'Name', input: true, properties: { prefill: 'familyName' } },
  { type: 'checkbox', key: 'isOwner', label: 'Ich bin Halterin.', input: true },
  {
    type: 'textfield',
    key: 'chip',
    label: 'Chip',
    input: true,
    conditional: { show: true, when: 'isOwner', eq: 'true' },
  },
);
const form = { fmsType: 'FORMIO', definition: { de: definition, en: definition } };
const metadata = { metadataId: 'hundesteuer', fmsFormId: 'form-1', enableDataComparison: true };

const contextWith = (content: { metadata?: object | null; form?: object | null } = {}) =>
  ({
    content: () => ({
      metadata: new Map(
        content.metadata === null ? [] : [['hundesteuer', { ...metadata, ...content.metadata }]],
      ),
      forms: new Map(content.form === null ? [] : [['form-1', form]]),
    }),
  }) as unknown as ServerContext;
const rowOf = (change: object = {}) =>
  ({
    metadataId: 'hundesteuer',
    areaKey: '010020000000',
    locale: 'de',
    data: { name: 'Ada', isOwner: true, chip: '1' },
    confirmedHash: null,
    account: null,
    decisions: null,
    ...change,
  }) as unknown as ProcessRow;
const hashOf = (change: object = {}) => confirmationHash(contextWith(), rowOf(change));

describe('what a person confirms', () => {
  it('is this data for this form at this place, in whatever language', () => {
    const hash = hashOf();
    expect(hash).toMatch(/^[\da-f]{64}$/);
    expect(hashOf({ locale: 'en' })).toBe(hash);
    for (const change of [
      { data: { name: 'Adb', isOwner: true, chip: '1' } },
      { data: { name: 'Ada', isOwner: true, chip: '2' } },
      { areaKey: '010010000000' },
    ]) {
      expect(hashOf(change)).not.toBe(hash);
    }
    const other = contextWith({ metadata: { metadataId: 'hundesteuer-neu' } });
    expect(confirmationHash(other, rowOf()), 'another offer').not.toBe(hash);
  });

  it('is what is shown: nothing that is hidden, or not of the form', () => {
    const hidden = { name: 'Ada', isOwner: false };
    expect(hashOf({ data: { ...hidden, chip: '1', stranger: 'x' } })).toBe(hashOf({ data: hidden }));
  });

  it('holds until the data is changed', () => {
    const confirmed = rowOf({ confirmedHash: hashOf() });
    expect(() => assertConfirmed(contextWith(), confirmed)).not.toThrow();
    expect(isConfirmed(contextWith(), confirmed)).toBe(true);
    const changed = { ...confirmed, data: { name: 'Eve', isOwner: true, chip: '1' } };
    expect(() => assertConfirmed(contextWith(), changed)).toThrow(
      expect.objectContaining({ code: 'summary-changed' }),
    );
    expect(isConfirmed(contextWith(), changed)).toBe(false);
  });

  it('is nothing before, and not another hash', () => {
    for (const confirmedHash of [null, '', hashOf({ areaKey: 'x' })]) {
      expect(() => assertConfirmed(contextWith(), rowOf({ confirmedHash }))).toThrow('summary-changed');
      expect(isConfirmed(contextWith(), rowOf({ confirmedHash }))).toBe(false);
    }
  });

  it('is nothing any more when the content has lost the offer or the form', () => {
    const confirmed = rowOf({ confirmedHash: hashOf() });
    expect(isConfirmed(contextWith({ metadata: null }), confirmed)).toBe(false);
    expect(isConfirmed(contextWith({ form: null }), confirmed)).toBe(false);
  });
});

it('an offer or a form that the content has lost is said to be lost', () => {
  const lost = expect.objectContaining({ code: 'form-not-found' });
  expect(metadataOf(contextWith(), rowOf())).toMatchObject(metadata);
  expect(() => metadataOf(contextWith({ metadata: null }), rowOf())).toThrow(lost);
  expect(() => formOf(contextWith({ form: null }), metadata as never, 'de')).toThrow(lost);
});

describe('the differences that a person still has to decide', () => {
  const account = {
    providerId: 'nkb',
    trustLevel: 'low',
    at: '2026-11-20T12:00:00.000Z',
    values: { familyName: 'Lovelace' },
  };
  const open = (change: object, context = contextWith()) => openDifferences(context, rowOf(change));
  const difference = { key: 'name', own: 'Ada', account: 'Lovelace', locked: false };

  it('are those between the form and the account', () => {
    expect(open({ account })).toEqual([difference]);
    expect(open({ account, data: { name: 'Lovelace' } })).toEqual([]);
  });

  it('are not those that were decided', () => {
    expect(open({ account, decisions: [{ key: 'name', own: 'Ada', account: 'Lovelace' }] })).toEqual([]);
    expect(open({ account, decisions: [{ key: 'name', own: 'Ida', account: 'Lovelace' }] })).toEqual([
      difference,
    ]);
  });

  it('are none without an account, or where the form does not want to know', () => {
    expect(open({ account: null })).toEqual([]);
    expect(open({ account }, contextWith({ metadata: { enableDataComparison: false } }))).toEqual([]);
  });
});
