import { aboutEvent } from '../kit/params.ts';
import { embeddedContext } from './embedded.assigners.ts';
import { contentOf, embeddedSetup } from './embedded.setup.ts';
import { entries } from './states/entries.ts';
import { frame } from './states/frame.ts';
import { leaving } from './states/leaving.ts';
import { prolonging } from './states/prolonging.ts';
import { shown } from './states/shown.ts';

/**
 * Form that a form server shows in a frame (docs/partners-forms.md), from its opening until it is left. These regions
 * run in parallel: the messages of the frame (`shown`), its presence (`frame`), its unstored entries (`entries`), the
 * way out (`leaving`), and the form server's session (`prolonging`). `saving` has the server take over stored entries.
 * A message of the frame alone changes only the display: the server asks the form server, and its answer counts.
 */
export const embeddedMachine = embeddedSetup.createMachine({
  id: 'embedded',
  type: 'parallel',
  context: ({ input }) => embeddedContext(input),
  invoke: [
    {
      id: 'frame',
      src: 'talkToFrame',
      input: ({ context: { frame } }) => ({ address: frame.address, caseId: frame.caseId }),
    },
    {
      id: 'saving',
      src: 'saving',
      input: ({ context, self }) => ({
        processId: context.processId,
        locale: context.locale,
        version: context.version,
        content: contentOf(context),
        saveAtOnce: !context.isTaken,
        parent: self,
      }),
    },
  ],
  on: {
    'content.saved': {
      actions: [
        { type: 'keepTaken', params: aboutEvent },
        { type: 'tellParent', params: ({ event }) => ({ type: 'form.saved', saved: event.saved }) },
      ],
    },
    'content.refused': { actions: { type: 'keepOver', params: aboutEvent } },
    'content.lost': {
      actions: {
        type: 'tellParent',
        params: ({ event }) => ({ type: 'form.lost', problem: event.problem, files: 0 }),
      },
    },
    'network.restored': { actions: { type: 'tellSaving', params: aboutEvent } },
    'session.renewed': { actions: { type: 'tellSaving', params: aboutEvent } },
    'editing.gained': { actions: { type: 'tellSaving', params: aboutEvent } },
  },
  states: { shown, frame, entries, leaving, prolonging },
});
