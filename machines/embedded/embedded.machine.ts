import { embeddedContext } from './embedded.assigners.ts';
import { embeddedSetup } from './embedded.setup.ts';
import { frame } from './states/frame.ts';
import { leaving } from './states/leaving.ts';
import { prolonging } from './states/prolonging.ts';
import { saving } from './states/saving.ts';
import { shown } from './states/shown.ts';

/**
 * A form that a form server shows in a frame (docs/partners-forms.md), from when it is opened until it is left: what
 * the frame tells (`shown`), whether it is there (`frame`), what the server takes over (`saving`), the way out
 * (`leaving`), and the form server's session (`prolonging`) run in parallel. A message of the frame alone moves nothing
 * but what is shown: the server asks the form server, and its answer counts.
 */
export const embeddedMachine = embeddedSetup.createMachine({
  id: 'embedded',
  type: 'parallel',
  context: ({ input }) => embeddedContext(input),
  invoke: {
    id: 'frame',
    src: 'talkToFrame',
    input: ({ context: { frame } }) => ({ address: frame.address, caseId: frame.caseId }),
  },
  states: { shown, frame, saving, leaving, prolonging },
});
