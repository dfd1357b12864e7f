import type { ProviderPage } from '#contract/auth.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import {
  cardApps,
  type LoginContext,
  type LoginEvent,
  type LoginInput,
  type LoginQuery,
} from '#machines/login/login.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const page: ProviderPage = {
  url: 'http://idp.example/sso',
  method: 'POST',
  fields: { SAMLRequest: 'x' },
};

export const loginEnds: Ends<LoginContext> = {
  requestLogin: () => ({ outputs: [page], errors: [{ code: 'login-failed' }, { code: 'input-invalid' }] }),
  askCardApp: () => ({ outputs: cardApps, errors: [new Error('unknown')] }),
};

const queryAt = (providerId: string): LoginQuery => ({ providerId, redirect: '/formular' });

const events: readonly LoginEvent[] = [
  { type: 'login.requested', query: queryAt('nkb') },
  { type: 'login.requested', query: queryAt('eid') },
  { type: 'login.retried' },
  { type: 'check.requested' },
  { type: 'check.skipped' },
  { type: 'login.abandoned' },
  { type: 'page.left' },
];

const input = (change: Partial<LoginInput>): LoginInput => ({
  outcome: null,
  refusal: null,
  query: null,
  named: null,
  appCanBeAsked: true,
  ...change,
});

export type LoginStep = LoginEvent | InternalEvent;

export const loginSubject: Subject<LoginStep, LoginContext, LoginInput> = {
  name: 'login',
  machine: loginMachine,
  starts: [
    { id: 'any page', input: input({}) },
    { id: 'on a phone', input: input({ appCanBeAsked: false }) },
    { id: 'back after success', input: input({ outcome: 'SUCCESS', query: queryAt('nkb') }) },
    { id: 'back after cancelling', input: input({ outcome: 'CANCEL', query: queryAt('eid') }) },
    {
      id: 'back after cancelling at the account',
      input: input({ outcome: 'CANCEL', query: queryAt('nkb') }),
    },
    { id: 'back after an error', input: input({ outcome: 'ERROR', query: queryAt('nkb') }) },
    {
      id: 'back after a login that does not count',
      input: input({ outcome: 'ERROR', refusal: 'other-person', query: queryAt('nkb') }),
    },
    { id: 'back in another window', input: input({ outcome: 'ERROR' }) },
    { id: 'by a link', input: input({ named: { query: queryAt('nkb'), isChosen: false } }) },
    { id: 'by a link to the card', input: input({ named: { query: queryAt('eid'), isChosen: false } }) },
    { id: 'by a click', input: input({ named: { query: queryAt('nkb'), isChosen: true } }) },
    { id: 'by a click for the card', input: input({ named: { query: queryAt('eid'), isChosen: true } }) },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, loginEnds)],
  // Facts that decide about another attempt.
  abstraction: ({ query, problem, named }) => [
    query?.providerId ?? null,
    problem?.code === 'input-invalid',
    named !== null,
  ],
  sentences: {
    ...internalSentences,
    'login.requested': ({ query }) => `the person chooses ${query.providerId}`,
    'login.retried': () => 'the person tries again',
    'check.requested': () => 'the person has started the app',
    'check.skipped': () => 'the person goes on without knowing whether the app runs',
    'login.abandoned': () => 'the person does not go through with it',
    'page.left': () => 'the person opens another page',
  },
};
