import { expect, it } from 'vitest';
import { askedFiles } from '#machines/form/form.files.ts';
import {
  selectHasUnsaved,
  selectMissedFiles,
  selectSaveState,
  selectShownErrors,
} from '#machines/form/form.selectors.ts';
import type { FormContext, Progress } from '#machines/form/form.types.ts';
import { type FormStep, formEnds, formSubject, stored } from './form.subject.ts';
import type { Live } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const types = {
  ...internalTypes,
  'value.changed': true,
  'row.removed': true,
  'row.restored': true,
  'files.chosen': true,
  'upload.moved': true,
  'upload.advanced': true,
  'upload.kept': true,
  'upload.removed': true,
  'file.removed': true,
  'file.retried': true,
  'frame.moved': true,
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
  'newerState.requested': true,
  'newerState.postponed': true,
  'retry.requested': true,
} as const;

const contextOf = (live: Live) => live.snapshot().context as FormContext;
const isOpen = (live: Live) => live.state().startsWith('open');
const typedName = (context: FormContext) => context.evaluation.data.name ?? '';

/** Promises to a person who types, for all faults of network, session and other windows. */
function person(): Observer<FormStep> {
  let typed: string | null = null;
  let page = '';
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
      expect(live.underWay('saveProgress'), 'one write is under way at a time').toBeLessThanOrEqual(1);
      if (selectSaveState(snapshot) === 'saved') {
        expect(selectHasUnsaved(snapshot), '"saved" is said only when all is saved').toBe(false);
      }
      const pending = askedFiles(contextOf(live));
      if (/navigation.finish/.test(live.state())) {
        expect(pending, 'nobody gets to the summary before the files have arrived').toEqual([]);
      }
      const before = page;
      page = contextOf(live).page;
      const missed = pending.some(({ stage }) => stage === 'failed' || stage === 'refused');
      if (event.type === 'page.nextRequested' && missed && page === 'person') {
        expect(selectMissedFiles(snapshot).length, 'a file that is missing is named').toBeGreaterThan(0);
      }
      if (event.type === 'page.nextRequested' && before === 'person' && typedName(contextOf(live)) === '') {
        expect(page, 'a broken page is not left').toBe('person');
        expect(selectShownErrors(snapshot).length, 'and says why').toBeGreaterThan(0);
      }
    },
    atEnd: async (live) => {
      if (!isOpen(live)) return;
      for (const { id } of contextOf(live).pendingFiles) {
        await live.bring({
          type: 'upload.kept',
          id,
          file: { id, name: 'a', size: 1, type: 'application/pdf' },
        } as never);
      }
      await helpSaving(live);
      if (live.state().includes('open.saving.conflict') || !isOpen(live)) return;
      expect(selectHasUnsaved(live.snapshot() as never), 'in the end everything is saved').toBe(false);
      if (typed === null) return;
      const writes = live.calls('saveProgress') as Progress[];
      expect(writes.at(-1)?.data.name ?? '', 'and the last write is what was typed').toBe(typed);
    },
  };
}

const savingOf = (live: Live) => /open\.saving\.(\w+)/.exec(live.state())?.[1];

/** Recovery after the faults: the network is back, the session renewed, the server answers. */
async function helpSaving(live: Live): Promise<void> {
  const help: Record<string, () => Promise<unknown>> = {
    dirty: () => live.bring({ type: 'xstate.after.quiet' }),
    pausing: () => live.bring({ type: 'network.restored' }),
    locked: () => live.bring({ type: 'session.renewed' }),
    elsewhere: () => live.bring({ type: 'editing.gained' }),
    refused: () => live.bring({ type: 'page.nextRequested' }),
    sending: () => live.answer('saveProgress', { version: 9, status: 'EDITING', savedAt: 'now' }),
    comparing: () => live.answer('loadForm', stored({}, 1)),
  };
  for (let turn = 0; turn < 12 && savingOf(live) !== 'clean'; turn += 1) await help[savingOf(live) ?? '']?.();
}

it('keeps what is typed and saves it in the end, through every arrow of the form', async () => {
  const missing = await runFlow({ subject: formSubject, ends: formEnds, observer: person }, types);
  expect(missing).toEqual([]);
});
