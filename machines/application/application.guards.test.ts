import { expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { Account, Seen } from '../session/session.types.ts';
import { applicationGuards } from './application.guards.ts';
import type { ApplicationContext, Holder } from './application.types.ts';

const process = { status: 'EDITING', facts: { running: false, paidCents: 0 } } as ProcessView;
const person = (name: string, session: string): Seen => ({
  viewer: 'account',
  account: { person: name } as Account,
  session,
});
const anonymous = (session: string): Seen => ({ viewer: 'anonymous', account: null, session });
const nobody: Seen = { viewer: 'none', account: null, session: null };
const petras: Holder = { person: 'petra', session: 's1', providerId: 'nkb' };
const sessions: Holder = { person: null, session: 's1', providerId: null };

it.each<[string, Holder | null, Seen, boolean]>([
  ['the same person in a new session', petras, person('petra', 's2'), false],
  ['another person', petras, person('jonas', 's2'), true],
  ['somebody without an account after a person', petras, anonymous('s2'), true],
  ['nobody after a person, who may come back', petras, nobody, false],
  ['who logs in where they began without an account', sessions, person('petra', 's1'), false],
  ['who logs in elsewhere after somebody without an account', sessions, person('petra', 's2'), true],
  ['who begins anew without an account', sessions, anonymous('s2'), false],
  ['anybody while it is nobody’s', null, person('jonas', 's2'), false],
])('%s is a stranger to what is on the screen, or not', (_, holder, seen, is) => {
  const context = { process, holder } as ApplicationContext;
  expect(applicationGuards.strangerIsHere({ context }, seen)).toBe(is);
  const empty = { process: null, holder } as ApplicationContext;
  expect(applicationGuards.strangerIsHere({ context: empty }, seen), 'nothing is on the screen').toBe(false);
});
