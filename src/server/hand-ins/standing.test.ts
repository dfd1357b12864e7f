import { expect, it } from 'vitest';
import { openOwed } from './standing.ts';

const now = new Date('2026-12-01T12:00:00Z');
const owed = {
  documents: [{ path: 'proof', label: { de: 'Nachweis', en: 'Proof' }, row: '' }],
  until: '2026-11-30',
};
const process = { status: 'SUBMITTED', userId: 'a person' } as const;
const submission = {
  owed,
  sentState: 'submitted',
  downloadsUntil: new Date('2026-12-02T12:00:00Z'),
} as const;

it.each<[string, object, object, boolean]>([
  ['of an account, also past the last day', {}, {}, true],
  ['that the authority has accepted', {}, { sentState: 'successfullySubmitted' }, true],
  ['whose status is not known', {}, { sentState: 'unknown' }, true],
  ['without an account', { userId: null }, {}, false],
  ['that is not sent', { status: 'SUBMIT_FAILURE' }, {}, false],
  ['that was rejected', {}, { sentState: 'processingError' }, false],
  ['whose data is erased', {}, { downloadsUntil: now }, false],
  ['that has no receipt yet', {}, { downloadsUntil: null }, false],
  ['that owes nothing', {}, { owed: { documents: [], until: null } }, false],
  ['of an earlier version', {}, { owed: null }, false],
])('takes documents for an application or not: %s', (_, ofProcess, ofSubmission, isOpen) => {
  const open = openOwed({ now: () => now }, { ...process, ...ofProcess }, { ...submission, ...ofSubmission });
  expect(open).toEqual(isOpen ? owed : null);
});
