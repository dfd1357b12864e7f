import { keepProblem } from '../../kit/params.ts';
import { keepProcess, queryOf, refreshingIf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/**
 * The place of the application, before the first page. The form lives on while the place changes, so that nothing typed
 * is lost; it learns of the area of the new authority.
 */
export const welcome = applicationSetup.createStateConfig({
  meta: title('welcome'),
  initial: 'shown',
  on: { 'welcome.read': { target: 'filling', actions: 'forgetLeftPlace' } },
  states: {
    shown: {
      meta: title('welcome.shown'),
      on: { 'place.chosen': 'changingPlace' },
    },
    changingPlace: {
      meta: title('welcome.changingPlace'),
      tags: 'busy',
      entry: 'forgetProblem',
      // The form of the next authority is not known yet.
      on: { 'welcome.read': {}, 'step.requested': { actions: 'refuseStep' } },
      invoke: {
        src: 'changePlace',
        input: ({ context, event }) => ({
          ...queryOf({ context }),
          area: event.type === 'place.chosen' ? event.area : context.process!.area.key,
        }),
        onDone: {
          target: 'shown',
          actions: [keepProcess, { type: 'tellForm', params: { type: 'area.changed' } }],
        },
        onError: [refreshingIf('stateHasChanged'), { target: 'shown', actions: keepProblem }],
      },
    },
  },
});
