import { aboutError } from '../../kit/problem.ts';
import { embeddedSetup, title } from '../embedded.setup.ts';

/** The form server's session is kept while somebody works in the frame, never otherwise. */
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
      // Said once more by the frame if it does not help.
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
          // The frame is alive: what it has not stored shows when it is to be taken over.
          { target: 'idle' },
        ],
      },
    },
  },
});
