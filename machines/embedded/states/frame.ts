import { embeddedSetup, title } from '../embedded.setup.ts';

/** Presence of the frame, and whether it can be used. The context has the reason why it cannot (`over`). */
export const frame = embeddedSetup.createStateConfig({
  meta: title('frame'),
  initial: 'present',
  states: {
    present: {
      meta: title('present'),
      initial: 'waiting',
      always: [
        { guard: 'stateIsNewer', target: 'outdated' },
        { guard: 'caseIsLost', target: 'lost' },
        { guard: 'frameIsOver', target: 'refused' },
      ],
      on: { 'frame.removed': { target: 'away', actions: 'forgetEntries' } },
      states: {
        /** The screen of the frame is not shown yet: a page before the form is, or the page is not usable yet. */
        waiting: {
          meta: title('waiting'),
          on: { 'frame.shown': 'connecting' },
          after: { untilStale: '#embedded.frame.away' },
        },
        connecting: {
          meta: title('connecting'),
          initial: 'prompt',
          entry: { type: 'askFrame', params: { type: 'hello' } },
          on: { 'frame.readied': 'ready' },
          after: {
            untilGivenUp: {
              actions: [
                { type: 'keepOver', params: { problem: { code: 'form-server-unavailable' } } },
                { type: 'reportFault', params: { fault: 'silent' } },
              ],
              target: '#embedded.frame.lost',
            },
          },
          states: {
            prompt: { meta: title('connecting'), after: { untilSlow: 'slow' } },
            slow: { meta: title('slow') },
          },
        },
        ready: {
          meta: title('ready'),
          // The frame answers with its stored revision: nobody may have heard its earlier messages.
          entry: { type: 'askFrame', params: { type: 'save' } },
          on: { 'frame.loaded': 'checking' },
        },
        /** Another document was loaded into the frame, perhaps not the form. */
        checking: {
          meta: title('checking'),
          entry: { type: 'askFrame', params: { type: 'hello' } },
          on: { 'frame.readied': 'ready' },
          after: {
            untilMissed: {
              actions: [
                { type: 'keepOver', params: { problem: { code: 'form-session-lost' } } },
                { type: 'reportFault', params: { fault: 'strayed' } },
              ],
              target: '#embedded.frame.lost',
            },
          },
        },
      },
    },
    /** Another screen is shown: a frame that was removed from the page begins anew. */
    away: {
      meta: title('away'),
      on: { 'frame.shown': { actions: { type: 'discard', params: {} } } },
    },
    lost: {
      meta: title('lost'),
      on: { 'retry.requested': { actions: { type: 'discard', params: {} } } },
    },
    refused: {
      meta: title('refused'),
      on: { 'retry.requested': { actions: { type: 'discard', params: {} } } },
    },
    /** The server has a newer state: the application decides again what to show. */
    outdated: {
      meta: title('outdated'),
      on: {
        'retry.requested': {
          actions: {
            type: 'tellParent',
            params: { type: 'form.lost', problem: { code: 'version-conflict' }, files: 0 },
          },
        },
      },
    },
  },
});
