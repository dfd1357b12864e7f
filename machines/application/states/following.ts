import { aboutError, aboutEvent } from '../../kit/params.ts';
import { keepProcess, queryOf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/**
 * The result while it is on the screen: the page asks by itself what has become of it, ever less often and only in view,
 * as long as something may change.
 */
export const following = applicationSetup.createStateConfig({
  meta: title('following'),
  initial: 'settled',
  invoke: { src: 'watchTab' },
  on: {
    'tab.left': { actions: 'leaveTab' },
    'tab.returned': { actions: 'comeBack' },
  },
  states: {
    settled: {
      meta: title('following.settled'),
      always: { guard: 'resultMayChange', target: 'resting' },
    },
    resting: {
      meta: title('following.resting'),
      always: { guard: 'resultIsSettled', target: 'settled' },
      on: {
        'tab.returned': [
          {
            guard: { type: 'wasAwayLong', params: aboutEvent },
            target: 'asking',
            actions: 'comeBack',
          },
          // The pause begins anew: it may have ended out of view.
          { target: 'resting', reenter: true, actions: 'comeBack' },
        ],
      },
      after: { untilRefresh: { guard: 'mayRefresh', target: 'asking', actions: 'countRefresh' } },
    },
    asking: {
      meta: title('following.asking'),
      // The application is no longer on the screen.
      always: { guard: 'resultIsSettled', target: 'settled' },
      invoke: {
        src: 'loadProcess',
        input: queryOf,
        onDone: { target: 'resting', actions: keepProcess },
        onError: [
          {
            guard: { type: 'isNotAnswered', params: aboutError },
            target: 'resting',
            actions: 'stopRefreshing',
          },
          { target: 'resting' },
        ],
      },
    },
  },
});
