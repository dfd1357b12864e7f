import { aboutError, aboutEvent, keepProblem } from '../../kit/params.ts';
import { aboutStep, keepProcess, loadingSummary, queryOf, refreshingIf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';
import { mailsAreWanted } from '../application.steps.ts';

/** The entries, for the person to confirm. */
export const summary = applicationSetup.createStateConfig({
  meta: title('summary'),
  initial: 'loading',
  entry: 'forgetProblem',
  on: {
    'data.changeRequested': {
      target: 'filling',
      actions: [
        'forgetFormPlace',
        {
          type: 'tellForm',
          params: ({ event: { page } }) => ({
            type: 'page.chosen',
            page: page ?? null,
            returnsToSummary: page !== undefined,
          }),
        },
      ],
    },
    // The state stays: the summary is already shown.
    'step.requested': { guard: { type: 'stepIs', params: aboutStep('summary') } },
  },
  states: {
    loading: { meta: title('summary.loading'), ...loadingSummary },
    unavailable: {
      meta: title('summary.unavailable'),
      on: {
        'retry.requested': { target: 'loading', actions: 'forgetProblem' },
        'viewer.changed': {
          guard: { type: 'sessionIsThere', params: aboutEvent },
          target: 'loading',
          actions: ['forgetProblem', { type: 'tellForm', params: { type: 'session.renewed' } }],
        },
      },
    },
    shown: {
      meta: title('summary.shown'),
      // The person confirms only texts that they can read.
      always: { guard: 'summaryIsForeign', target: 'loading' },
      on: {
        'statement.changed': {
          guard: { type: 'statementIsAsked', params: aboutEvent },
          actions: { type: 'keepStatement', params: aboutEvent },
        },
        'mails.chosen': {
          guard: 'mailsAreOffered',
          actions: { type: 'keepMailChoice', params: aboutEvent },
        },
        'summary.confirmed': [
          { guard: 'statementsAreGiven', target: 'completing' },
          { guard: 'summaryIsFlawless', actions: 'missStatements' },
        ],
      },
    },
    completing: {
      meta: title('summary.completing'),
      tags: 'busy',
      entry: 'forgetProblem',
      on: { 'step.requested': { actions: 'refuseStep' } },
      invoke: {
        src: 'completeProcess',
        input: ({ context }) => ({
          ...queryOf({ context }),
          version: context.summary!.version,
          hash: context.summary!.hash,
          // The statements that were ticked, in the wording that was read.
          statements: context
            .summary!.statements.filter(({ id }) => context.given.includes(id))
            .map(({ id, version }) => ({ id, version })),
          wantsMails: mailsAreWanted(context) ?? undefined,
        }),
        onDone: { target: '#application.progress.deciding', actions: [keepProcess, 'noteConfirmation'] },
        onError: [
          {
            guard: { type: 'summaryIsOutdated', params: aboutError },
            target: 'loading',
            actions: keepProblem,
          },
          refreshingIf('stateHasChanged'),
          { target: 'shown', actions: keepProblem },
        ],
      },
    },
  },
});
