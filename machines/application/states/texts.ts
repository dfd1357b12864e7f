import { offerQueryOf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** The texts of the offer in the reader's language, whatever the step. */
export const texts = applicationSetup.createStateConfig({
  meta: title('texts'),
  initial: 'present',
  on: {
    'locale.changed': [
      {
        guard: 'serviceIsKnown',
        target: '.reloading',
        actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
      },
      { actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) } },
    ],
    'viewer.changed': {
      actions: { type: 'keepViewer', params: ({ event }) => ({ viewer: event.viewer }) },
    },
  },
  states: {
    present: { meta: title('texts.present') },
    reloading: {
      meta: title('texts.reloading'),
      invoke: {
        src: 'loadOffer',
        input: offerQueryOf,
        onDone: {
          target: 'present',
          actions: { type: 'keepTexts', params: ({ event }) => event.output },
        },
        onError: 'present',
      },
    },
  },
});
