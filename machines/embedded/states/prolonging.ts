import { aboutError } from '../../kit/params.ts';
import { embeddedSetup, title } from '../embedded.setup.ts';

/** Session of the form server: it is prolonged while somebody works in the frame, never otherwise. */
export const prolonging = embeddedSetup.createStateConfig({
  meta: title('prolonging'),
  initial: 'idle',
  states: {
    idle: { meta: title('idle'), always: { guard: 'somebodyWorks', target: 'working' } },
    working: {
      meta: title('working'),
      always: [
        { guard: 'frameIsOver', target: 'idle' },
        { guard: 'sessionIsEnding', target: 'calling' },
      ],
      after: { untilProlonged: 'calling' },
    },
    calling: {
      meta: title('calling'),
      // The frame warns again if this does not help.
      entry: ['forgetWork', 'forgetExpiry'],
      invoke: {
        src: 'prolongForm',
        input: ({ context: { processId, frame } }) => ({ processId, caseId: frame.caseId }),
        onDone: 'idle',
        onError: [
          {
            guard: { type: 'sessionIsLost', params: aboutError },
            target: 'idle',
            actions: { type: 'keepOver', params: aboutError },
          },
          // The frame is alive: a lost session shows when entries are taken over.
          { target: 'idle' },
        ],
      },
    },
  },
});
