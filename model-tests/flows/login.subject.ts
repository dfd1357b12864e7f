import { loginMachine } from '#machines/login/login.machine.ts';
import type { LoginContext, LoginEvent, LoginInput, LoginPage } from '#machines/login/login.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const page: LoginPage = {
  url: 'http://idp.example/sso',
  method: 'POST',
  fields: { SAMLRequest: 'x' },
};

export const loginEnds: Ends<LoginContext> = {
  requestLogin: () => ({ outputs: [page], errors: [{ code: 'login-unavailable' }] }),
};

const events: readonly LoginEvent[] = [
  { type: 'login.requested', query: { providerId: 'nkb', redirect: '/formular' } },
  { type: 'login.abandoned' },
  { type: 'outcome.read' },
];

export const loginSubject: Subject<LoginEvent | InternalEvent, LoginContext, LoginInput> = {
  name: 'login',
  machine: loginMachine,
  starts: [
    { id: 'any page', input: { outcome: null } },
    { id: 'back after success', input: { outcome: 'SUCCESS' } },
    { id: 'back after cancelling', input: { outcome: 'CANCEL' } },
    { id: 'back after an error', input: { outcome: 'ERROR' } },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, loginEnds)],
  abstraction: () => null,
  sentences: {
    ...internalSentences,
    'login.requested': ({ query }) => `the person chooses ${query.providerId}`,
    'login.abandoned': () => 'the person does not go through with it',
    'outcome.read': () => 'the message is read',
  },
};
