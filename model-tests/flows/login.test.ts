import { expect, it } from 'vitest';
import { loginMachine } from '#machines/login/login.machine.ts';
import type { LoginContext, LoginEvent, LoginInput, LoginPage } from '#machines/login/login.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import type { Live } from './live.ts';
import { runFlow } from './run.ts';
import { internalSentences, internalTypes } from './sentences.ts';

const page: LoginPage = { url: 'http://idp.example/sso', method: 'POST', fields: { SAMLRequest: 'x' } };

const ends: Ends<LoginContext> = {
  requestLogin: () => ({ outputs: [page], errors: [{ code: 'login-unavailable' }] }),
};

const events: readonly LoginEvent[] = [
  { type: 'login.requested', query: { providerId: 'nkb', redirect: '/formular' } },
  { type: 'login.abandoned' },
  { type: 'outcome.read' },
];

const subject: Subject<LoginEvent | InternalEvent, LoginContext, LoginInput> = {
  name: 'login',
  machine: loginMachine,
  starts: [
    { id: 'any page', input: { outcome: null } },
    { id: 'back after success', input: { outcome: 'SUCCESS' } },
    { id: 'back after cancelling', input: { outcome: 'CANCEL' } },
    { id: 'back after an error', input: { outcome: 'ERROR' } },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, ends)],
  facts: () => null,
  sentences: {
    ...internalSentences,
    'login.requested': ({ query }) => `the person chooses ${query.providerId}`,
    'login.abandoned': () => 'the person does not go through with it',
    'outcome.read': () => 'the message is read',
  },
};

/** The browser leaves only with a page to go to, and a failure always has its reason or its outcome. */
function look(live: Live): void {
  const { page: leadsTo, problem, outcome } = live.snapshot().context as LoginContext;
  if (live.state() === 'handingOver') expect(leadsTo).toEqual(page);
  if (live.state() === 'requesting') expect([leadsTo, problem]).toEqual([null, null]);
  if (live.state() === 'failed') expect(problem !== null || outcome === 'ERROR').toBe(true);
  expect(live.underWay('requestLogin')).toBe(live.state() === 'requesting' ? 1 : 0);
}

it('hands over to the provider once and tells the outcome once', async () => {
  const missing = await runFlow(
    { subject, ends, onlooker: () => ({ look }) },
    { ...internalTypes, 'login.requested': true, 'login.abandoned': true, 'outcome.read': true },
  );
  expect(missing).toEqual([]);
});
