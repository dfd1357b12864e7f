import { assign, setup } from 'xstate';
import type { DraftView, SentView } from '#contract/personal-area.ts';
import type { RepeatedApplication } from '#contract/repeated-application.ts';
import type { Locale } from '#domain/locale.ts';
import type { SentStatus } from '#domain/sent-status.ts';
import { mayRefresh, untilRefresh, wasAwayLong } from '../kit/asking-again.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepLocale, keepProblem } from '../kit/params.ts';
import { idleWatcher, placeholder } from '../kit/placeholders.ts';
import { isOneOf, type Problem } from '../kit/problem.ts';
import { askedOf } from './drafts.asked.ts';
import { draftMayBeDeleted, draftNow, refusalOf } from './drafts.deletion.ts';
import { draftIsMoving, handInIsWaiting, sentApplicationIsOpen } from './drafts.guards.ts';

import type {
  DraftsContext,
  DraftsEvent,
  DraftsInput,
  ListAsked,
  MailChoice,
  PersonalArea,
} from './drafts.types.ts';

const title = titles('drafts');

const keepLists = { type: 'keepLists', params: aboutAnswer } as const;

const draftsSetup = setup({
  types: {
    context: {} as DraftsContext,
    events: {} as DraftsEvent,
    input: {} as DraftsInput,
    meta: {} as FlowMeta,
    tags: {} as 'busy' | 'asking',
  },
  actors: {
    loadLists: placeholder<PersonalArea, { locale: Locale; asked: ListAsked }>('loadLists'),
    deleteDraft: placeholder<void, { id: string; paidConsent: boolean }>('deleteDraft'),
    markSeen: placeholder<void, { id: string; status: SentStatus }>('markSeen'),
    repeatApplication: placeholder<RepeatedApplication, { id: string; locale: Locale }>('repeatApplication'),
    /** Sends `tab.left` and `tab.returned`. */
    watchTab: idleWatcher(),
    chooseMails: placeholder<void, MailChoice>('chooseMails'),
  },
  actions: {
    keepLists: assign((_, lists: PersonalArea) => ({ ...lists, problem: null, mailChoice: null })),
    keepLocale: assign((_, { locale }: { locale: Locale }) => ({ locale })),
    keepAsked: assign((_, { asked }: { asked: string }) => ({ asked: askedOf(asked) })),
    chooseDraft: assign((_, { draft }: { draft: DraftView }) => ({
      chosen: draft,
      deletionProblem: null,
      refusal: null,
      deleted: null,
      agreed: false,
    })),
    /** Chooses the draft in its current state; the consent may have been given for a different amount. */
    chooseAnew: assign(({ context }) => ({
      chosen: context.chosen && draftNow(context, context.chosen.id),
      agreed: false,
    })),
    awaitAgreement: assign({ agreementIsMissed: false }),
    keepAgreement: assign((_, { agreed }: { agreed: boolean }) => ({ agreed, agreementIsMissed: false })),
    missAgreement: assign({ agreementIsMissed: true }),
    keepRefusal: assign(({ context }) => ({
      refusal: context.chosen && refusalOf(context, context.chosen, context.deletionRefused),
    })),
    keepDeletionRefused: assign((_, { problem }: { problem: Problem }) => ({ deletionRefused: problem })),
    forgetDraft: assign({ chosen: null }),
    leaveTab: assign({ away: true }),
    comeBack: assign({ away: false, refreshes: 0 }),
    beginRepeating: assign((_, { application }: { application: SentView }) => ({
      repeating: application.id,
      repeated: null,
      repeatProblem: null,
    })),
    keepRepeated: assign((_, repeated: RepeatedApplication) => ({ repeated, repeating: null })),
    keepRepeatProblem: assign((_, { problem }: { problem: Problem }) => ({
      repeatProblem: problem,
      repeating: null,
    })),
    /** The language was changed while the draft was made: it is among the drafts of the new lists. */
    endRepeating: assign({ repeating: null, repeated: null }),
    countRefresh: assign(({ context }) => ({ refreshes: context.refreshes + 1 })),
    noteDeletion: assign(({ context }) => ({
      deleted: context.chosen?.serviceName ?? null,
      drafts: context.drafts.filter((it) => it.id !== context.chosen?.id),
      chosen: null,
    })),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    keepMailChoice: assign((_, { id, wanted }: MailChoice) => ({
      mailChoice: { id, wanted },
      mailProblem: null,
      mailsSaved: null,
    })),
    noteMailsSaved: assign(({ context }) => ({ mailsSaved: context.mailChoice?.id ?? null })),
    keepMailProblem: assign((_, { problem }: { problem: Problem }) => ({
      mailChoice: null,
      mailProblem: problem,
    })),
    keepDeletionProblem: assign((_, { problem }: { problem: Problem }) => ({ deletionProblem: problem })),
  },
  guards: {
    draftIsPaid: ({ context }) => (context.chosen?.paidCents ?? 0) > 0,
    agreementIsGiven: ({ context }) => context.agreed,
    /** The consent is missing: the list was older than the payment or the change of the amount. */
    agreementIsDue: ({ context }, lists: PersonalArea) => {
      const now = context.chosen && draftNow(lists, context.chosen.id);
      if (!now || !draftMayBeDeleted(now) || now.paidCents === 0) return false;
      return !context.agreed || now.paidCents !== context.chosen?.paidCents;
    },
    draftHasChanged: (_, { problem }: { problem: Problem }) =>
      isOneOf(problem, 'status-conflict', 'not-found'),
    aStatusIsOpen: ({ context }) =>
      mayRefresh(context) &&
      (context.sent.some((it) => sentApplicationIsOpen(it) || handInIsWaiting(it)) ||
        context.drafts.some(draftIsMoving)),
    newsIsShown: (_, { application }: { application: Pick<SentView, 'newsSince'> }) =>
      application.newsSince !== null,
    isAskedAnew: ({ context }, { asked }: { asked: string }) =>
      JSON.stringify(context.asked) !== JSON.stringify(askedOf(asked)),
    wasAwayLong: (_, { awayMs }: { awayMs: number }) => wasAwayLong({ awayMs }),
  },
  delays: {
    untilRefresh: ({ context }) => untilRefresh(context),
  },
});

/** Transitions of the lists while they are on the screen, and nothing is asked. */
const listed = draftsSetup.createStateConfig({
  on: {
    'course.opened': {
      guard: { type: 'newsIsShown', params: aboutEvent },
      target: '#drafts.marking',
    },
    'repeat.requested': {
      target: '#drafts.repeating',
      actions: { type: 'beginRepeating', params: aboutEvent },
    },
  },
});

/**
 * The personal area: drafts and sent applications, their news, the deletion of a draft, and a new application with the
 * answers of a sent one (spec section 2).
 */
export const draftsMachine = draftsSetup.createMachine({
  id: 'drafts',
  context: ({ input }) => ({
    locale: input.locale,
    asked: askedOf(input.asked ?? ''),
    drafts: [],
    sent: [],
    closed: { drafts: { substantial: 0, high: 0 }, sent: { substantial: 0, high: 0 } },
    chosen: null,
    agreed: false,
    agreementIsMissed: false,
    deleted: null,
    mailChoice: null,
    mailProblem: null,
    mailsSaved: null,
    refreshes: 0,
    away: false,
    repeating: null,
    repeated: null,
    repeatProblem: null,
    problem: null,
    deletionProblem: null,
    deletionRefused: null,
    refusal: null,
  }),
  initial: 'loading',
  invoke: { src: 'watchTab' },
  on: {
    'tab.left': { actions: 'leaveTab' },
    'tab.returned': { actions: 'comeBack' },
    'locale.changed': {
      target: '.loading',
      actions: [keepLocale, { type: 'forgetDraft' }, { type: 'endRepeating' }],
    },
    'list.asked': {
      guard: { type: 'isAskedAnew', params: aboutEvent },
      target: '.loading',
      actions: [{ type: 'keepAsked', params: aboutEvent }, { type: 'forgetDraft' }, { type: 'endRepeating' }],
    },
  },
  states: {
    loading: {
      meta: title('loading'),
      tags: 'busy',
      invoke: {
        src: 'loadLists',
        input: ({ context: { locale, asked } }) => ({ locale, asked }),
        onDone: { target: 'shown', actions: keepLists },
        onError: { target: 'failed', actions: keepProblem },
      },
    },
    failed: { meta: title('failed'), on: { 'list.refreshRequested': 'loading' } },
    shown: {
      meta: title('shown'),
      on: {
        ...listed.on,
        'draft.deleteRequested': {
          target: 'confirming',
          actions: { type: 'chooseDraft', params: aboutEvent },
        },
        'tab.returned': [
          {
            guard: { type: 'wasAwayLong', params: aboutEvent },
            target: 'refreshing',
            actions: 'comeBack',
          },
          // The pause until the next refresh begins anew: it may have ended out of view.
          { target: 'shown', reenter: true, actions: 'comeBack' },
        ],
        'mails.chosen': {
          target: 'choosingMails',
          actions: { type: 'keepMailChoice', params: aboutEvent },
        },
      },
      after: { untilRefresh: { guard: 'aStatusIsOpen', target: 'refreshing', actions: 'countRefresh' } },
    },
    /** The lists stay on the screen while they are refreshed. */
    refreshing: {
      meta: title('refreshing'),
      on: listed.on,
      invoke: {
        src: 'loadLists',
        input: ({ context: { locale, asked } }) => ({ locale, asked }),
        onDone: { target: 'shown', actions: keepLists },
        onError: { target: 'shown', actions: keepProblem },
      },
    },
    /** The server learns that the news was seen; news that could not be marked stays news. */
    marking: {
      meta: title('marking'),
      invoke: {
        src: 'markSeen',
        input: ({ event }) => {
          const { application } = event as Extract<DraftsEvent, { type: 'course.opened' }>;
          return { id: application.id, status: application.status };
        },
        onDone: 'refreshing',
        onError: 'shown',
      },
    },
    repeating: {
      meta: title('repeating'),
      invoke: {
        src: 'repeatApplication',
        input: ({ context }) => ({ id: context.repeating ?? '', locale: context.locale }),
        onDone: {
          target: 'refreshing',
          actions: { type: 'keepRepeated', params: aboutAnswer },
        },
        onError: {
          target: 'refreshing',
          actions: { type: 'keepRepeatProblem', params: aboutError },
        },
      },
    },
    choosingMails: {
      meta: title('choosingMails'),
      invoke: {
        src: 'chooseMails',
        input: ({ context }) => context.mailChoice!,
        onDone: { target: 'refreshing', actions: 'noteMailsSaved' },
        onError: { target: 'shown', actions: { type: 'keepMailProblem', params: aboutError } },
      },
    },
    confirming: {
      meta: title('confirming'),
      tags: 'asking',
      on: {
        'deletion.confirmed': [{ guard: 'draftIsPaid', target: 'confirmingPaid' }, { target: 'deleting' }],
        'deletion.cancelled': { target: 'shown', actions: 'forgetDraft' },
      },
    },
    /** Money is on record: a second, explicit consent, which a double click cannot give by accident. */
    confirmingPaid: {
      meta: title('confirmingPaid'),
      tags: 'asking',
      entry: 'awaitAgreement',
      on: {
        'consent.changed': { actions: { type: 'keepAgreement', params: aboutEvent } },
        'deletion.confirmed': [
          { guard: 'agreementIsGiven', target: 'deleting' },
          { actions: 'missAgreement' },
        ],
        'deletion.cancelled': { target: 'shown', actions: 'forgetDraft' },
      },
    },
    deleting: {
      meta: title('deleting'),
      tags: 'asking',
      invoke: {
        src: 'deleteDraft',
        input: ({ context }) => ({
          id: context.chosen?.id ?? '',
          paidConsent: context.agreed,
        }),
        onDone: { target: 'refreshing', actions: 'noteDeletion' },
        onError: [
          {
            guard: { type: 'draftHasChanged', params: aboutError },
            target: 'reconsidering',
            actions: { type: 'keepDeletionRefused', params: aboutError },
          },
          { target: 'shown', actions: [{ type: 'keepDeletionProblem', params: aboutError }, 'forgetDraft'] },
        ],
      },
    },
    /** The server refused: the draft differs from the list. Its current state decides how to continue. */
    reconsidering: {
      meta: title('reconsidering'),
      tags: 'asking',
      invoke: {
        src: 'loadLists',
        input: ({ context: { locale, asked } }) => ({ locale, asked }),
        onDone: [
          {
            guard: { type: 'agreementIsDue', params: aboutAnswer },
            target: 'confirmingPaid',
            actions: [keepLists, 'chooseAnew'],
          },
          { target: 'shown', actions: [keepLists, 'keepRefusal', 'forgetDraft'] },
        ],
        onError: {
          target: 'shown',
          actions: [{ type: 'keepDeletionProblem', params: aboutError }, 'forgetDraft'],
        },
      },
    },
  },
});
