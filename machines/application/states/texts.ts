import { aboutAnswer, aboutEvent, keepLocale } from '../../kit/params.ts';
import { textsQueryOf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/**
 * The texts of the offer in the reader's language, at any step. A call may answer in the language that was current when
 * it was made, so the language of the texts that are present decides.
 */
export const texts = applicationSetup.createStateConfig({
  meta: title('texts'),
  initial: 'present',
  on: {
    'locale.changed': { actions: keepLocale },
    'viewer.changed': { actions: { type: 'keepViewer', params: aboutEvent } },
  },
  states: {
    present: {
      meta: title('texts.present'),
      always: { guard: 'textsAreForeign', target: 'reloading' },
    },
    reloading: {
      meta: title('texts.reloading'),
      invoke: {
        src: 'loadTexts',
        input: textsQueryOf,
        onDone: { target: 'present', actions: { type: 'keepTexts', params: aboutAnswer } },
        onError: 'outdated',
      },
    },
    /** The texts stay in the other language until there is a reason to load them again. */
    outdated: {
      meta: title('texts.outdated'),
      always: { guard: 'textsAreOwn', target: 'present' },
      on: {
        'network.restored': 'reloading',
        'viewer.changed': { target: 'reloading', actions: { type: 'keepViewer', params: aboutEvent } },
      },
    },
  },
});
