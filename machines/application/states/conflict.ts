import { aboutEvent } from '../../kit/params.ts';
import { toConfirmed } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** The account says otherwise than the form: nothing is paid or sent before the person has decided. */
export const conflict = applicationSetup.createStateConfig({
  meta: title('conflict'),
  entry: ['forgetProblem', 'forgetConfirmation'],
  invoke: {
    id: 'conflict',
    src: 'conflict',
    input: ({ context, self }) => ({
      processId: context.process!.id,
      locale: context.locale,
      parent: self,
    }),
  },
  on: {
    'conflict.decided': [
      {
        guard: { type: 'entryIsCorrected', params: aboutEvent },
        target: 'open',
        actions: { type: 'noteDecision', params: aboutEvent },
      },
      { target: 'deciding', actions: { type: 'noteDecision', params: aboutEvent } },
    ],
    'conflict.vanished': 'refreshing',
    'conflict.lost': 'refreshing',
    'locale.changed': { actions: { type: 'tellConflict', params: aboutEvent } },
    'network.restored': { actions: { type: 'tellConflict', params: aboutEvent } },
    'step.requested': toConfirmed,
  },
});
