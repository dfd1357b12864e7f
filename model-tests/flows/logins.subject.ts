import type { LoginView } from '#contract/auth.ts';
import { loginsMachine } from '#machines/logins/logins.machine.ts';
import type { LoginsContext, LoginsEvent } from '#machines/logins/logins.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const login = (id: string, isThis: boolean): LoginView => ({
  id,
  openedAt: '2026-11-20T10:00:00Z',
  usedAt: '2026-11-20T10:05:00Z',
  providerId: 'nkb',
  trustLevel: 'low',
  device: { browser: 'Firefox', system: null },
  isThis,
});
const [own, other] = [login('own', true), login('other', false)] as const;

export const loginsEnds: Ends<LoginsContext> = {
  loadLogins: () => ({ outputs: [[own, other]], errors: [{ code: 'network' }] }),
  endLogin: () => ({ outputs: [undefined], errors: [{ code: 'not-found' }, { code: 'network' }] }),
};

const events: readonly LoginsEvent[] = [
  { type: 'ending.requested', login: own },
  { type: 'ending.requested', login: other },
  { type: 'ending.confirmed' },
  { type: 'ending.dismissed' },
  { type: 'list.refreshRequested' },
];

export type LoginsStep = LoginsEvent | InternalEvent;

export const loginsSubject: Subject<LoginsStep, LoginsContext, undefined> = {
  name: 'logins',
  machine: loginsMachine,
  starts: [{ id: 'the page', input: undefined }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, loginsEnds)],
  abstraction: ({ logins }) => ({ logins: logins.length }),
  sentences: {
    ...internalSentences,
    'ending.requested': ({ login: { isThis } }) =>
      `${isThis ? 'this login' : 'another login'} is to be ended`,
    'ending.confirmed': () => 'the person confirms that',
    'ending.dismissed': () => 'the person does not go through with it',
    'list.refreshRequested': () => 'the person tries again',
  },
};
