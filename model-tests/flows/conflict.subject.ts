import type { ConflictView } from '#contract/conflict.ts';
import { conflictMachine } from '#machines/conflict/conflict.machine.ts';
import type { ConflictContext, ConflictEvent, ConflictInput } from '#machines/conflict/conflict.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { processViews } from './process-views.ts';
import { internalSentences } from './sentences.ts';

const difference = { page: 'person', own: 'Hansen', account: 'Jensen', locked: false };
const name = { ...difference, key: 'name', label: 'Name' };
const town = { ...difference, key: 'town', label: 'Town', page: 'home', own: 'Husum', account: 'Kiel' };
/** A field that takes only the account's value. */
const born = {
  ...difference,
  key: 'born',
  label: 'Born',
  own: '1 May 1980',
  account: '2 May 1980',
  locked: true,
};

export const conflictView: ConflictView = {
  lang: 'de',
  version: 3,
  hash: 'h1',
  source: { providerId: 'nkb', trustLevel: 'substantial', at: '2026-11-20T10:00:00Z' },
  differences: [name, born, town],
};
/** The account has changed since. */
const changed: ConflictView = { ...conflictView, hash: 'h2', differences: [{ ...name, account: 'Voß' }] };
const nothing: ConflictView = { ...conflictView, hash: 'h0', differences: [] };

const failure = (...codes: string[]) => codes.map((code) => ({ code }));

export const conflictEnds: Ends<ConflictContext> = {
  loadConflict: ({ locale }) => ({
    outputs: [conflictView, changed, nothing].map((it) => ({ ...it, lang: locale })),
    errors: failure('not-found', 'network'),
  }),
  decideConflict: () => ({
    outputs: [processViews.editing],
    errors: failure('version-conflict', 'trust-level-too-low', 'network'),
  }),
};

const events: readonly ConflictEvent[] = [
  { type: 'choice.made', key: 'name', choice: 'apply' },
  { type: 'choice.made', key: 'name', choice: 'keep' },
  { type: 'choice.made', key: 'name', choice: 'correct' },
  { type: 'choice.made', key: 'born', choice: 'correct' },
  { type: 'choice.made', key: null, choice: 'apply' },
  { type: 'choice.made', key: null, choice: 'keep' },
  { type: 'decision.confirmed' },
  { type: 'locale.changed', locale: 'en' },
  { type: 'locale.changed', locale: 'de' },
  { type: 'network.restored' },
  { type: 'retry.requested' },
];

const choiceWords = { apply: 'the account', keep: 'their own entry', correct: 'to correct' } as const;

export const conflictSubject: Subject<ConflictEvent | InternalEvent, ConflictContext, ConflictInput> = {
  name: 'conflict',
  machine: conflictMachine,
  starts: [{ id: 'a process', input: { processId: 'p', locale: 'de' } }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, conflictEnds)],
  abstraction: ({ conflict, choices, locale, failedAttempts }) => ({
    hash: conflict?.hash,
    locale,
    foreign: conflict !== null && conflict.lang !== locale,
    choices,
    hasFailed: failedAttempts > 0,
  }),
  sentences: {
    ...internalSentences,
    'choice.made': ({ key, choice }) =>
      `the person chooses ${choiceWords[choice]} for ${key ?? 'everything'}`,
    'decision.confirmed': () => 'the person goes on',
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
    'network.restored': () => 'the network is back',
    'retry.requested': () => 'the person tries again',
  },
};
