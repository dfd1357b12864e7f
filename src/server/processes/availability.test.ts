import { expect, it } from 'vitest';
import type { Metadata } from '#server/content/types.ts';
import { availableAfterFailure, downloadsUntil } from './availability.ts';

const DAY_MS = 24 * 3_600_000;
const now = new Date('2026-11-20T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
const metadata = { draftRetentionDays: 30 } as Metadata;

it.each([
  ['a person’s draft whose time was over while it was tried', 'u-1', -3, metadata, 30],
  ['one that is kept longer already', 'u-1', 40, metadata, 40],
  ['one of a form that is not offered any more', 'u-1', -3, undefined, -3],
  ['an application without an account', null, -3, metadata, -3],
])('after a failed delivery %s is kept', (_, userId, days, form, expected) => {
  expect(availableAfterFailure({ userId, availableUntil: inDays(days) }, form, now)).toEqual(
    inDays(expected),
  );
});

it.each([
  ['after the days of the form', 'u-1', null, '2026-12-20T12:00:00Z'],
  ['no sooner for documents that are owed before', 'u-1', '2026-12-18', '2026-12-20T12:00:00Z'],
  ['when the last day for owed documents is over', 'u-1', '2026-12-28', '2026-12-29T00:00:00Z'],
  ['with the session, without an account', null, '2026-12-28', '2026-11-20T12:30:00Z'],
])('downloads end %s', (_, userId, owedUntil, end) => {
  const process = { userId, availableUntil: new Date('2026-11-20T12:30:00Z') };
  const form = { downloadRetentionDays: 30 } as Metadata;
  expect(downloadsUntil(process, form, now, owedUntil)).toEqual(new Date(end));
});
