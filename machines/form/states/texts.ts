import { aboutAnswer, keepLocale } from '../../kit/params.ts';
import { formSetup, title } from '../form.setup.ts';

/** Texts of the form in the reader's language, for the area of the authority that gets the application. */
export const texts = formSetup.createStateConfig({
  meta: title('texts'),
  initial: 'present',
  on: {
    'locale.changed': {
      // Entering `open` again would leave all regions, and with them the errors and the saving.
      target: '.reloading',
      actions: keepLocale,
    },
    'area.changed': '.reloading',
  },
  states: {
    present: { meta: title('present') },
    reloading: {
      meta: title('reloading'),
      invoke: {
        src: 'loadForm',
        input: ({ context }) => ({ processId: context.processId, locale: context.locale }),
        onDone: { target: 'present', actions: { type: 'keepTexts', params: aboutAnswer } },
        onError: 'outdated',
      },
    },
    outdated: {
      meta: title('outdated'),
      on: { 'network.restored': 'reloading', 'session.renewed': 'reloading' },
    },
  },
});
