import { aboutEvent } from '../../kit/params.ts';
import { aboutStep, stepRefused, toStranger } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';
import { pageOfStep } from '../application.steps.ts';
import { summary } from './summary.ts';
import { welcome } from './welcome.ts';

/** Welcome, form and summary: the form is loaded once and lives until the person leaves this state. */
export const open = applicationSetup.createStateConfig({
  meta: title('open'),
  initial: 'filling',
  invoke: {
    id: 'form',
    src: 'form',
    input: ({ context, self }) => ({
      processId: context.process!.id,
      locale: context.locale,
      saveAtOnce: context.reopens,
      page: context.wantedPage?.page ?? null,
      returnsToSummary: context.wantedPage?.returnsToSummary ?? false,
      toCorrect: context.wantedPage?.toCorrect ?? [],
      parent: self,
    }),
  },
  exit: 'forgetFormPlace',
  on: {
    'form.saved': { actions: { type: 'keepSaved', params: aboutEvent } },
    'form.lost': {
      target: 'refreshing',
      actions: { type: 'tellLostFiles', params: ({ event }) => ({ count: event.files }) },
    },
    'form.pageOpened': { actions: { type: 'keepFormPlace', params: aboutEvent } },
    'form.stayed': { actions: 'refuseStep' },
    'form.left': '.welcome',
    'step.requested': [
      { guard: { type: 'stepIs', params: aboutStep('welcome') }, target: '.welcome' },
      {
        guard: { type: 'stepIs', params: aboutStep('summary') },
        target: '.filling',
        actions: ['forgetFormPlace', { type: 'tellForm', params: { type: 'summary.requested' } }],
      },
      {
        guard: { type: 'stepIsPage', params: aboutEvent },
        target: '.filling',
        actions: [
          'forgetFormPlace',
          {
            type: 'tellForm',
            params: ({ event }) => ({ type: 'page.requested', ...pageOfStep(event.step)! }),
          },
        ],
      },
      stepRefused,
    ],
    'locale.changed': { actions: { type: 'tellForm', params: aboutEvent } },
    'network.restored': { actions: { type: 'tellForm', params: aboutEvent } },
    'viewer.changed': [
      toStranger,
      {
        guard: { type: 'sessionIsThere', params: aboutEvent },
        actions: { type: 'tellForm', params: { type: 'session.renewed' } },
      },
    ],
  },
  states: {
    welcome,
    filling: {
      meta: title('filling'),
      on: { 'form.finished': { target: 'summary', actions: 'noteChangedPage' } },
    },
    summary,
  },
});
