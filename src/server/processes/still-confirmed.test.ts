import { expect, it } from 'vitest';
import type { StatementId } from '#domain/statement.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import { formOf as definitionOf } from '#forms/testing/form.ts';
import type { ServerContext } from '#server/context.ts';
import { confirmationHash, formHash } from './form.ts';
import type { ProcessRow } from './row.ts';
import { assertStillConfirmed } from './still-confirmed.ts';

const metadata = {
  metadataId: 'hundesteuer',
  fmsFormId: 'form-1',
  mode: 'complete',
  trustLevel: 'low',
  idpIds: ['nkb'],
  processingBasis: 'law',
  authority: { name: { de: 'Stadt Kiel', en: 'City of Kiel' } },
};
const contextWith = ({ label = 'Name', ...change }: { label?: string } & Record<string, unknown> = {}) => {
  const definition = definitionOf({ type: 'textfield', key: 'name', label, input: true });
  return {
    content: () => ({
      areas: new Map(),
      metadata: new Map([['hundesteuer', { ...metadata, ...change }]]),
      forms: new Map([['form-1', { fmsType: 'FORMIO', definition: { de: definition, en: definition } }]]),
    }),
  } as unknown as ServerContext;
};
const before = contextWith();
const stated = (...ids: StatementId[]) => ids.map((id) => ({ id, version: 1, lang: 'de', text: '', at: '' }));

function confirmed({ paidCents = 0, level = 'low' as TrustLevel, ...change } = {}): ProcessRow {
  const row = {
    metadataId: 'hundesteuer',
    areaKey: '010020000000',
    locale: 'en',
    confirmedLocale: 'de',
    data: { name: 'Ada' },
    status: 'COMPLETED',
    context: { paidCents, loginConfirmed: true },
    confirmingLogin: { providerId: 'nkb', trustLevel: level },
    confirmedForm: formHash(before, metadata as never, 'de'),
    statements: stated('correctness'),
    ...change,
  } as unknown as ProcessRow;
  return { ...row, confirmedHash: confirmationHash(before, row) };
}

const summaryChanged = expect.objectContaining({ code: 'summary-changed' });

it('is what it was while nothing has changed', () => {
  expect(() => assertStillConfirmed(before, confirmed())).not.toThrow();
});

it.each([
  ['in other words', { label: 'Geburtsname' }],
  ['where the form asks for a consent by now', { processingBasis: 'consent' }],
  ['by a login that is not enough any more', { trustLevel: 'substantial' }],
  ['by a login that is not taken any more', { idpIds: ['elster'] }],
])('is not sent %s, unless it is paid', (_what, change) => {
  const now = contextWith(change);
  expect(() => assertStillConfirmed(now, confirmed())).toThrow(summaryChanged);
  expect(() => assertStillConfirmed(now, confirmed({ paidCents: 100 }))).not.toThrow();
});

it('is sent where nobody knows what was read', () => {
  const now = contextWith({ label: 'Geburtsname', processingBasis: 'consent' });
  const earlier = confirmed({ confirmedForm: null, statements: null } as object);
  expect(() => assertStillConfirmed(now, earlier)).not.toThrow();
});

it('is never sent with other data', () => {
  const changed = { ...confirmed({ paidCents: 100 }), data: { name: 'Eve' } };
  expect(() => assertStillConfirmed(before, changed)).toThrow(summaryChanged);
});
