import { expect, it } from 'vitest';
import type { Metadata } from '#server/content/types.ts';
import { availableAfterFailure } from './availability.ts';

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
