import { expect, it } from 'vitest';
import { askedFiles } from '#machines/form/form.files.ts';
import { selectMissedFiles, selectShownErrors } from '#machines/form/form.selectors.ts';
import type { FormContext } from '#machines/form/form.types.ts';
import { type FormStep, formEnds, formSubject } from './form.subject.ts';
import type { Live } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const types = {
  ...internalTypes,
  'value.changed': true,
  'row.removed': true,
  'row.restored': true,
  'files.chosen': true,
  'upload.prepared': true,
  'picture.approved': true,
  'upload.moved': true,
  'upload.advanced': true,
  'upload.kept': true,
  'upload.removed': true,
  'file.removed': true,
  'file.retried': true,
  'frame.discarded': true,
  'page.nextRequested': true,
  'page.backRequested': true,
  'page.chosen': true,
  'page.requested': true,
  'summary.requested': true,
  'locale.changed': true,
  'area.changed': true,
  'network.restored': true,
  'session.renewed': true,
  'editing.gained': true,
  'content.saved': true,
  'content.arrived': true,
  'content.joined': true,
  'content.lost': true,
  'retry.requested': true,
} as const;

const contextOf = (live: Live) => live.snapshot().context as FormContext;
const isOpen = (live: Live) => live.state().startsWith('open');
const typedName = (context: FormContext) => context.evaluation.data.name ?? '';

/** Promises to a person who types, for all faults of network, session and other windows. */
function person(): Observer<FormStep> {
  let typed: string | null = null;
  let page = '';
  let wasFinished = false;
  let areKnown = false;
  return {
    afterStep: (live, event) => {
      if (!isOpen(live)) {
        typed = null;
        return;
      }
      const snapshot = live.snapshot() as never;
      if (event.type === 'value.changed') typed = String(event.value);
      if (typed !== null)
        expect(typedName(contextOf(live)), 'what was typed stays on the screen').toBe(typed);
      expect(contextOf(live).isTold, 'what is on the screen is given to be saved').toBe(true);
      const isFinished = live.state().includes('navigation.finished');
      if (isFinished && !wasFinished)
        expect(contextOf(live).isSaved, 'the summary is shown once all is saved').toBe(true);
      wasFinished = isFinished;
      const pending = askedFiles(contextOf(live));
      if (/navigation.finish/.test(live.state())) {
        expect(pending, 'nobody gets to the summary before the files have arrived').toEqual([]);
      }
      const before = page;
      page = contextOf(live).page;
      const wereKnown = areKnown;
      areKnown = pending.every(({ refusalIsKnown }) => refusalIsKnown === true);
      const stages = pending.map(({ stage }) => stage);
      if (event.type === 'page.nextRequested' && stages.includes('failed') && page === 'person') {
        expect(selectMissedFiles(snapshot).length, 'a file that is missing is named').toBeGreaterThan(0);
      }
      const isComplete = typedName(contextOf(live)) !== '';
      const allRefused = stages.length > 0 && stages.every((it) => it === 'refused');
      if (event.type === 'page.nextRequested' && before === 'person' && isComplete && allRefused) {
        expect(page !== 'person', 'a refused file is named once, and then stops nobody').toBe(wereKnown);
      }
      if (event.type === 'page.nextRequested' && before === 'person' && typedName(contextOf(live)) === '') {
        expect(page, 'a broken page is not left').toBe('person');
        expect(selectShownErrors(snapshot).length, 'and says why').toBeGreaterThan(0);
      }
    },
  };
}

it('keeps what is typed and gives it to be saved, through every arrow of the form', async () => {
  const missing = await runFlow({ subject: formSubject, ends: formEnds, observer: person }, types);
  expect(missing).toEqual([]);
});
