import { assign, enqueueActions, setup } from 'xstate';
import type { ConflictView } from '#contract/conflict.ts';
import type { ProcessView } from '#contract/process.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepLocale, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import { conflictAssigners } from './conflict.assigners.ts';
import { conflictGuards } from './conflict.guards.ts';
import { correctionsOf, decidedOf } from './conflict.queries.ts';
import type {
  ConflictContext,
  ConflictEvent,
  ConflictInput,
  ConflictQuery,
  ConflictReport,
  Decided,
} from './conflict.types.ts';

const title = titles('conflict');

const keepChoice = { type: 'keepChoice', params: aboutEvent } as const;

/** The conflict is not open to this login: the parent decides what to show. */
const lost = {
  guard: { type: 'isClosedToViewer', params: aboutError },
  target: 'over',
  actions: {
    type: 'report',
    params: ({ event }: { event: { error: unknown } }) => ({
      type: 'conflict.lost' as const,
      ...aboutError({ event }),
    }),
  },
} as const;

/**
 * The account says otherwise than the form (spec section 4, data conflict): the person decides for each field whether
 * the account's value is taken or they see to their own entry. The server finds the differences and stores the
 * decision.
 */
export const conflictMachine = setup({
  types: {
    context: {} as ConflictContext,
    events: {} as ConflictEvent,
    input: {} as ConflictInput,
    meta: {} as FlowMeta,
  },
  actors: {
    loadConflict: placeholder<ConflictView, ConflictQuery>('loadConflict'),
    decideConflict: placeholder<ProcessView, Decided>('decideConflict'),
  },
  actions: {
    keepConflict: assign(conflictAssigners.keepConflict),
    keepChoice: assign(conflictAssigners.keepChoice),
    keepLocale: assign(conflictAssigners.keepLocale),
    countFailedAttempt: assign(conflictAssigners.countFailedAttempt),
    keepProblem: assign(conflictAssigners.keepProblem),
    forgetProblem: assign(conflictAssigners.forgetProblem),
    report: enqueueActions(({ context, enqueue }, report: ConflictReport) => {
      if (context.parent) enqueue.sendTo(context.parent, report);
    }),
  },
  guards: conflictGuards,
}).createMachine({
  id: 'conflict',
  context: ({ input: { processId, locale, parent } }) => ({
    processId,
    locale,
    parent: parent ?? null,
    conflict: null,
    choices: {},
    choiceForAll: null,
    failedAttempts: 0,
    problem: null,
  }),
  on: {
    'locale.changed': { actions: keepLocale },
  },
  initial: 'loading',
  states: {
    loading: {
      meta: title('loading'),
      // Differences that are loaded in another language can be decided all the while.
      on: { 'choice.made': { guard: 'isShown', actions: keepChoice } },
      invoke: {
        src: 'loadConflict',
        input: ({ context: { processId, locale } }) => ({ processId, locale }),
        onDone: [
          {
            guard: { type: 'nothingIsLeft', params: aboutAnswer },
            target: 'over',
            actions: { type: 'report', params: { type: 'conflict.vanished' } },
          },
          { target: 'deciding', actions: { type: 'keepConflict', params: aboutAnswer } },
        ],
        onError: [lost, { target: 'unavailable', actions: keepProblem }],
      },
    },
    unavailable: {
      meta: title('unavailable'),
      on: {
        'retry.requested': { target: 'loading', actions: 'forgetProblem' },
        'network.restored': { target: 'loading', actions: 'forgetProblem' },
      },
    },
    deciding: {
      meta: title('deciding'),
      // The person decides only about texts that they can read.
      always: { guard: 'textsAreForeign', target: 'loading' },
      on: {
        'choice.made': { actions: keepChoice },
        'decision.confirmed': [
          { guard: 'everythingIsChosen', target: 'saving' },
          { actions: 'countFailedAttempt' },
        ],
      },
    },
    saving: {
      meta: title('saving'),
      entry: 'forgetProblem',
      invoke: {
        src: 'decideConflict',
        input: ({ context }) => decidedOf(context),
        onDone: {
          target: 'over',
          actions: {
            type: 'report',
            params: ({ context, event }) => ({
              type: 'conflict.decided',
              process: event.output,
              toCorrect: correctionsOf(context),
            }),
          },
        },
        onError: [
          lost,
          { guard: { type: 'isOutdated', params: aboutError }, target: 'loading', actions: keepProblem },
          { target: 'deciding', actions: keepProblem },
        ],
      },
    },
    /** The parent has the report and goes on from here. */
    over: { meta: title('over') },
  },
});
