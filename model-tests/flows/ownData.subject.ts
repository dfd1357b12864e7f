import type { Erasure, KeptOfPerson } from '#contract/person.ts';
import { ownDataMachine } from '#machines/ownData/ownData.machine.ts';
import type { OwnDataContext, OwnDataEvent, OwnDataInput } from '#machines/ownData/ownData.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const none = { substantial: 0, high: 0 };
export const closed = { drafts: none, sent: none };
const named = { id: 'p1', service: 'Dog tax', area: 'Kiel', ticketNumber: 'SP-1' };

/** Everything that is kept, at a recent login, with an application that may be removed. */
export const kept = (change: Partial<KeptOfPerson> = {}): KeptOfPerson => ({
  counts: {
    drafts: 1,
    sent: 1,
    files: 2,
    payments: 0,
    mails: 0,
    handIns: 0,
    handovers: 0,
    notes: 0,
    logins: 1,
  },
  closed,
  paidCents: 6000,
  stays: [],
  chosen: { ...named, why: null },
  isCompany: false,
  recentForMs: 60_000,
  ...change,
});

export const erasure = (change: Partial<Erasure> = {}): Erasure => ({
  more: false,
  gone: { drafts: 1, sent: 1, handovers: 0, notes: 0, logins: 1, refundCents: 0 },
  stays: [],
  closed,
  accountGone: true,
  account: null,
  ...change,
});

export const ownDataEnds: Ends<OwnDataContext> = {
  loadKept: () => ({
    outputs: [
      kept(),
      kept({ recentForMs: null, chosen: null, paidCents: 0 }),
      kept({ chosen: { ...named, why: 'handIn' } }),
    ],
    errors: [{ code: 'network' }],
  }),
  removeSent: () => ({
    outputs: [undefined],
    errors: [{ code: 'not-found' }, { code: 'still-under-way' }, { code: 'network' }],
  }),
  erasePerson: () => ({
    outputs: [erasure(), erasure({ more: true })],
    errors: [{ code: 'login-not-recent' }, { code: 'network' }],
  }),
};

const events: readonly OwnDataEvent[] = [
  { type: 'list.refreshRequested' },
  { type: 'removal.confirmed' },
  { type: 'erasure.requested' },
  { type: 'consent.changed', agreed: true },
  { type: 'consent.changed', agreed: false },
  { type: 'paidConsent.changed', agreed: true },
  { type: 'paidConsent.changed', agreed: false },
  { type: 'erasure.confirmed' },
  { type: 'erasure.dismissed' },
  { type: 'locale.changed', locale: 'en' },
];

export type OwnDataStep = OwnDataEvent | InternalEvent;

export const ownDataSubject: Subject<OwnDataStep, OwnDataContext, OwnDataInput> = {
  name: 'ownData',
  machine: ownDataMachine,
  starts: [{ id: 'the page', input: { locale: 'de', application: 'p1', now: () => 0 } }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, ownDataEnds)],
  abstraction: ({ kept: all, recentUntil, understood, paidAgreed, removed }) => [
    all?.chosen?.why,
    recentUntil !== null,
    understood,
    paidAgreed,
    removed !== null,
  ],
  sentences: {
    ...internalSentences,
    'list.refreshRequested': () => 'the person tries again',
    'removal.confirmed': () => 'the person confirms that the application is removed',
    'erasure.requested': () => 'the person wants to delete everything',
    'consent.changed': ({ agreed }) => `the person ${agreed ? 'knows' : 'does not know'} that it is final`,
    'paidConsent.changed': ({ agreed }) =>
      `the person ${agreed ? 'agrees' : 'does not agree'} to lose paid drafts`,
    'erasure.confirmed': () => 'the person confirms the deletion',
    'erasure.dismissed': () => 'the person does not go through with it',
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
  },
};
