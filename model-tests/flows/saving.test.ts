import { expect, it } from 'vitest';
import { selectIsUnsaved, selectSavingState } from '#machines/saving/saving.selectors.ts';
import type { Progress, SavingContext } from '#machines/saving/saving.types.ts';
import type { Live } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { type SavingStep, savingEnds, savingSubject } from './saving.subject.ts';
import { internalTypes } from './sentences.ts';

const types = {
  ...internalTypes,
  'content.changed': true,
  'locale.changed': true,
  'save.requested': true,
  'save.retried': true,
  'network.restored': true,
  'session.renewed': true,
  'editing.gained': true,
  'newerState.requested': true,
  'newerState.postponed': true,
} as const;

const contextOf = (live: Live) => live.snapshot().context as SavingContext;

/** Promises to a person, whatever network, session and other windows do. */
function person(): Observer<SavingStep> {
  return {
    afterStep: (live) => {
      const snapshot = live.snapshot() as never;
      const underWay = live.underWay('saveProgress') + live.underWay('loadStored');
      expect(underWay, 'one call is under way at a time').toBeLessThanOrEqual(1);
      if (selectSavingState(snapshot) === 'saved')
        expect(selectIsUnsaved(snapshot), '"saved" is said only when all is saved').toBe(false);
    },
    atEnd: async (live) => {
      await helpSaving(live);
      if (/conflict|gone/.test(live.state()) || isRefusedCase(live)) return;
      const { content, revision, savedRevision } = contextOf(live);
      expect(savedRevision, 'in the end everything is saved').toBe(revision);
      const last = (live.calls('saveProgress') as Progress[]).at(-1);
      if (last) expect(last.content, 'and the last write is what is there').toEqual(content);
    },
  };
}

const isRefusedCase = (live: Live) => live.state() === 'refused' && 'caseId' in contextOf(live).content;

/** Recovery after the faults: the network is back, the session renewed, the server answers. */
async function helpSaving(live: Live): Promise<void> {
  const help: Record<string, () => Promise<unknown>> = {
    dirty: () => live.bring({ type: 'save.requested' }),
    'pausing.counting': () => live.bring({ type: 'network.restored' }),
    locked: () => live.bring({ type: 'session.renewed' }),
    elsewhere: () => live.bring({ type: 'editing.gained' }),
    refused: () => live.bring({ type: 'session.renewed' }),
    sending: () => live.answer('saveProgress', { version: 9, savedAt: 'now' }),
    comparing: () => live.refuse('loadStored', { code: 'overloaded' }),
  };
  for (let turn = 0; turn < 12 && live.state() !== 'clean'; turn += 1) await help[live.state()]?.();
}

it('writes in the end what is there, through every arrow', async () => {
  const missing = await runFlow({ subject: savingSubject, ends: savingEnds, observer: person }, types);
  expect(missing).toEqual([]);
});
