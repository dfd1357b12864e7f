import { embeddedSetup, title } from '../embedded.setup.ts';

/** Messages of the frame. The region is the first one, so that the other regions react to them. */
export const shown = embeddedSetup.createStateConfig({
  meta: title('shown'),
  on: {
    'frame.readied': {
      actions: [
        { type: 'keepPage', params: ({ event: { page, title } }) => ({ page, title }) },
        'tellWishes',
        'tellPage',
      ],
    },
    'frame.pageShown': {
      actions: [
        { type: 'keepPage', params: ({ event: { page, title } }) => ({ page, title }) },
        'forgetWish',
        'noteWork',
        'tellPage',
      ],
    },
    'frame.resized': {
      actions: { type: 'keepHeight', params: ({ event }) => ({ height: event.height }) },
    },
    'frame.dirtied': {
      actions: { type: 'noteEntries', params: ({ event }) => ({ dirty: event.dirty }) },
    },
    'frame.progressed': {
      guard: { type: 'revisionIsNew', params: ({ event }) => ({ revision: event.revision }) },
      actions: [
        { type: 'noteProgress', params: ({ event }) => ({ revision: event.revision }) },
        'tellContent',
      ],
    },
    'frame.warned': { actions: 'noteExpiry' },
    'frame.ended': {
      actions: { type: 'keepOver', params: { problem: { code: 'form-session-lost' } } },
    },
    'frame.flooded': {
      actions: [
        { type: 'keepOver', params: { problem: { code: 'form-server-refused' } } },
        { type: 'reportFault', params: { fault: 'flooded' } },
      ],
    },
    'locale.changed': {
      actions: [
        { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        { type: 'tellSaving', params: ({ event }) => ({ event }) },
        { type: 'askFrame', params: ({ event }) => ({ wish: { type: 'language', locale: event.locale } }) },
      ],
    },
  },
});
