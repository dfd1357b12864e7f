import { keepProcess, queryOf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/**
 * The result is available and is acknowledged once: with an account, which keeps it, when it is shown; without one, when
 * the person has taken something of it along.
 */
export const submitted = applicationSetup.createStateConfig({
  meta: title('submitted'),
  entry: 'tellSent',
  initial: 'deliveringResult',
  states: {
    deliveringResult: {
      meta: title('submitted.deliveringResult'),
      always: [
        { guard: 'resultIsTaken', target: 'taken' },
        { guard: 'processIsAnonymous', target: 'untaken' },
        { target: 'acknowledging' },
      ],
    },
    /** Nothing but this session leads back to it. */
    untaken: {
      meta: title('submitted.untaken'),
      on: { 'result.acknowledged': 'acknowledging' },
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
