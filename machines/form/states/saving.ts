import { aboutEvent } from '../../kit/params.ts';
import { askedFiles } from '../form.files.ts';
import { contentOf, formSetup, title } from '../form.setup.ts';

/**
 * A machine of its own writes the content of the screen. The region is the last one, so that it learns of every change.
 */
export const saving = formSetup.createStateConfig({
  meta: title('saving'),
  invoke: {
    id: 'saving',
    src: 'saving',
    input: ({ context, self }) => ({
      processId: context.processId,
      locale: context.locale,
      version: context.version,
      content: contentOf(context),
      saveAtOnce: !context.isSaved,
      parent: self,
    }),
  },
  always: { guard: 'contentIsNew', actions: 'tellNews' },
  on: {
    'content.saved': {
      actions: [
        { type: 'noteSaved', params: aboutEvent },
        { type: 'tellParent', params: ({ event }) => ({ type: 'form.saved', saved: event.saved }) },
      ],
    },
    'content.joined': { actions: { type: 'keepJoined', params: aboutEvent } },
    'content.arrived': { actions: { type: 'noteSaved', params: aboutEvent } },
    'content.lost': {
      actions: {
        type: 'tellParent',
        params: ({ context, event }) => ({
          type: 'form.lost',
          problem: event.problem,
          files: askedFiles(context).length,
        }),
      },
    },
    'page.nextRequested': { actions: ['writeNow', { type: 'tellSaving', params: { type: 'save.retried' } }] },
    'page.backRequested': { actions: 'writeNow' },
    'page.chosen': { actions: 'writeNow' },
    'page.requested': { actions: 'writeNow' },
    'summary.requested': { actions: 'writeNow' },
    'locale.changed': { actions: { type: 'tellSaving', params: aboutEvent } },
    'network.restored': { actions: { type: 'tellSaving', params: aboutEvent } },
    'session.renewed': { actions: { type: 'tellSaving', params: aboutEvent } },
    'editing.gained': { actions: { type: 'tellSaving', params: aboutEvent } },
  },
});
