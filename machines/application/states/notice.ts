import { aboutEvent, keepProblem } from '../../kit/params.ts';
import {
  keepProcess,
  refreshingIf,
  reopening,
  toConfirmed,
  toDueStep,
  versionOf,
} from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** The choice of the electronic notice. */
export const notice = applicationSetup.createStateConfig({
  meta: title('notice'),
  initial: 'offered',
  on: { 'data.changeRequested': { guard: 'dataMayChange', target: 'open', actions: reopening } },
  states: {
    offered: {
      meta: title('notice.offered'),
      on: {
        // Stored here, because changing the language renders a new screen.
        'notice.marked': { actions: { type: 'noteNotice', params: aboutEvent } },
        'notice.chosen': 'saving',
        'step.requested': [toConfirmed, toDueStep],
      },
    },
    saving: {
      meta: title('notice.saving'),
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        src: 'chooseNotice',
        input: ({ context, event }) => ({
          ...versionOf({ context }),
          accepted: event.type === 'notice.chosen' && event.accepted,
        }),
        onDone: { target: '#application.progress.deciding', actions: [keepProcess, 'forgetNotice'] },
        onError: [refreshingIf('viewIsOutdated'), { target: 'offered', actions: keepProblem }],
      },
    },
  },
});
