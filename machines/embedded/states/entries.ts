import { embeddedSetup, title } from '../embedded.setup.ts';

/** Entries that the form server lacks: the frame is asked to store them when nobody types any more. */
export const entries = embeddedSetup.createStateConfig({
  meta: title('entries'),
  initial: 'stored',
  states: {
    stored: { meta: title('stored'), always: { guard: 'entriesWait', target: 'unstored' } },
    unstored: {
      meta: title('unstored'),
      always: { guard: 'noEntriesWait', target: 'stored' },
      after: {
        untilStored: {
          target: 'unstored',
          reenter: true,
          actions: { type: 'askFrame', params: { type: 'save' } },
        },
      },
    },
  },
});
