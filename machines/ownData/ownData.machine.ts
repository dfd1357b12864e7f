import { assign, setup } from 'xstate';
import type { Erasure, KeptOfPerson } from '#contract/person.ts';
import type { Locale } from '#domain/locale.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepLocale, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import { initialContext, ownDataAssigners, ownDataGuards } from './ownData.assigners.ts';
import type { OwnDataContext, OwnDataEvent, OwnDataInput } from './ownData.types.ts';

const title = titles('ownData');

const ownDataSetup = setup({
  types: {
    context: {} as OwnDataContext,
    events: {} as OwnDataEvent,
    input: {} as OwnDataInput,
    meta: {} as FlowMeta,
  },
  actors: {
    loadKept: placeholder<KeptOfPerson, { locale: Locale; application: string | null }>('loadKept'),
    removeSent: placeholder<void, { id: string }>('removeSent'),
    erasePerson: placeholder<Erasure, { locale: Locale; paidCents: number | null }>('erasePerson'),
  },
  actions: {
    keepLocale: assign((_, { locale }: { locale: Locale }) => ({ locale })),
    keepKept: assign(ownDataAssigners.keepKept),
    forgetRecent: assign(ownDataAssigners.forgetRecent),
    beginConsent: assign(ownDataAssigners.beginConsent),
    keepConsent: assign(ownDataAssigners.keepConsent),
    keepPaidConsent: assign(ownDataAssigners.keepPaidConsent),
    missConsent: assign(ownDataAssigners.missConsent),
    noteRemoval: assign(ownDataAssigners.noteRemoval),
    addErasure: assign(ownDataAssigners.addErasure),
    keepProblem: assign(ownDataAssigners.keepProblem),
    /** Tells the portal what became of everything, and the session that it has ended with it. */
    tellEnd: (_, _params: { erasure: Erasure }) => undefined,
  },
  guards: ownDataGuards,
  delays: {
    untilTooOld: ({ context }) => Math.max(0, (context.recentUntil ?? 0) - context.now()),
  },
});

/**
 * Everything that the portal keeps of a person: what it is, one sent application that is removed, and the deletion of
 * all of it together with the account here.
 */
export const ownDataMachine = ownDataSetup.createMachine({
  id: 'ownData',
  context: ({ input }) => initialContext(input),
  initial: 'loading',
  states: {
    loading: {
      meta: title('loading'),
      on: { 'locale.changed': { target: 'loading', reenter: true, actions: keepLocale } },
      invoke: {
        src: 'loadKept',
        input: ({ context: { locale, application } }) => ({ locale, application }),
        onDone: { target: 'shown', actions: { type: 'keepKept', params: aboutAnswer } },
        onError: { target: 'failed', actions: keepProblem },
      },
    },
    failed: {
      meta: title('failed'),
      on: {
        'list.refreshRequested': 'loading',
        'locale.changed': { target: 'loading', actions: keepLocale },
      },
    },
    shown: {
      meta: title('shown'),
      on: {
        'removal.confirmed': { guard: 'applicationMayGo', target: 'removing' },
        'erasure.requested': { guard: 'loginIsRecent', target: 'confirming', actions: 'beginConsent' },
        'locale.changed': { target: 'loading', actions: keepLocale },
      },
      after: { untilTooOld: { guard: 'loginIsRecent', target: 'shown', actions: 'forgetRecent' } },
    },
    removing: {
      meta: title('removing'),
      invoke: {
        src: 'removeSent',
        input: ({ context }) => ({ id: context.kept?.chosen?.id ?? '' }),
        onDone: { target: 'loading', actions: 'noteRemoval' },
        onError: [
          {
            guard: { type: 'isGoneAlready', params: aboutError },
            target: 'loading',
            actions: 'noteRemoval',
          },
          // The page says why, once it has read what is under way.
          { guard: { type: 'hasChanged', params: aboutError }, target: 'loading' },
          { target: 'shown', actions: keepProblem },
        ],
      },
    },
    /** The consent is a checkbox of its own, which a double click cannot give by accident. */
    confirming: {
      meta: title('confirming'),
      on: {
        'consent.changed': { actions: { type: 'keepConsent', params: aboutEvent } },
        'paidConsent.changed': { actions: { type: 'keepPaidConsent', params: aboutEvent } },
        'erasure.confirmed': [{ guard: 'consentIsGiven', target: 'erasing' }, { actions: 'missConsent' }],
        'erasure.dismissed': 'shown',
      },
      after: { untilTooOld: { target: 'shown', actions: 'forgetRecent' } },
    },
    erasing: {
      meta: title('erasing'),
      invoke: {
        src: 'erasePerson',
        input: ({ context: { locale, kept, paidAgreed } }) => ({
          locale,
          paidCents: paidAgreed ? (kept?.paidCents ?? 0) : null,
        }),
        onDone: [
          {
            guard: { type: 'thereIsMore', params: aboutAnswer },
            target: 'erasing',
            reenter: true,
            actions: { type: 'addErasure', params: aboutAnswer },
          },
          {
            target: 'erased',
            actions: [
              { type: 'addErasure', params: aboutAnswer },
              { type: 'tellEnd', params: ({ context }) => ({ erasure: context.erasure! }) },
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'loginIsTooOld', params: aboutError },
            target: 'shown',
            actions: ['forgetRecent', keepProblem],
          },
          { target: 'shown', actions: keepProblem },
        ],
      },
    },
    /** The session is over; the portal's page tells what has become of everything. */
    erased: { meta: title('erased'), type: 'final' },
  },
});
