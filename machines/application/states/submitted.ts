import { keepProcess, queryOf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** The result is available and is acknowledged once. */
export const submitted = applicationSetup.createStateConfig({
  meta: title('submitted'),
  initial: 'deliveringResult',
  states: {
    deliveringResult: {
      meta: title('submitted.deliveringResult'),
      always: [{ guard: 'resultIsTaken', target: 'taken' }, { target: 'acknowledging' }],
    },
    acknowledging: {
      meta: title('submitted.acknowledging'),
      invoke: {
        src: 'acknowledgeResult',
        input: queryOf,
        onDone: { target: 'taken', actions: keepProcess },
        onError: 'unacknowledged',
      },
    },
    unacknowledged: {
      meta: title('submitted.unacknowledged'),
      after: { untilRetry: 'acknowledging' },
    },
    taken: { meta: title('submitted.taken') },
  },
});
