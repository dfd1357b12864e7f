import { aboutError } from '../../portal/problem.ts';
import { aboutProcess, goingOn, reopening, reviewing, versionOf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** The choice of the electronic notice. */
export const notice = applicationSetup.createStateConfig({
  meta: title('notice'),
  initial: 'offered',
  on: { 'data.changeRequested': { target: 'open', actions: reopening } },
  states: {
    offered: {
      meta: title('notice.offered'),
      on: { 'notice.chosen': 'saving', 'step.requested': [reviewing, goingOn] },
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
        onDone: {
          target: '#application.course.deciding',
          actions: { type: 'keepProcess', params: aboutProcess },
        },
        onError: [
          {
            guard: { type: 'viewIsOutdated', params: aboutError },
            target: '#application.course.refreshing',
          },
          { target: 'offered', actions: { type: 'keepProblem', params: aboutError } },
        ],
      },
    },
  },
});
