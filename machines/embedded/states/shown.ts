import { aboutEvent, keepLocale } from '../../kit/params.ts';
import { embeddedSetup, title } from '../embedded.setup.ts';

/** Messages of the frame. The region is the first one, so that the other regions react to them. */
export const shown = embeddedSetup.createStateConfig({
  meta: title('shown'),
  on: {
    'frame.readied': { actions: [{ type: 'keepPage', params: aboutEvent }, 'tellWishes', 'tellPage'] },
    'frame.pageShown': {
      actions: [
        { type: 'forgetWish', params: aboutEvent },
        { type: 'keepPage', params: aboutEvent },
        'noteWork',
        'tellPage',
      ],
    },
    'frame.resized': { actions: { type: 'keepHeight', params: aboutEvent } },
    'frame.dirtied': { actions: { type: 'noteEntries', params: aboutEvent } },
    'frame.progressed': {
      guard: { type: 'revisionIsNew', params: aboutEvent },
      actions: [{ type: 'noteProgress', params: aboutEvent }, 'tellContent'],
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
        keepLocale,
        { type: 'tellSaving', params: aboutEvent },
        { type: 'askFrame', params: ({ event }) => ({ type: 'language', locale: event.locale }) },
      ],
    },
  },
});
