import { expect, it } from 'vitest';
import { keepingMachine } from '#machines/keeping/keeping.machine.ts';
import {
  selectKeepingProblem,
  selectKeepingStep,
  selectLeadsToLogin,
  selectSavedFile,
} from '#machines/keeping/keeping.selectors.ts';
import type { KeepingContext, KeepingEvent } from '#machines/keeping/keeping.types.ts';
import type { InternalEvent } from '../paths/subject.ts';
import { keepingEnds, keepingQuery, keepingSubject, savedFile } from './keeping.subject.ts';
import { type Live, runLive } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** Nothing happens before the entries have arrived; the code is kept only while it is shown. */
function observer(): Observer<KeepingEvent | InternalEvent> {
  let before = '';
  return {
    afterStep: (live: Live, event) => {
      const state = live.state();
      if (state === 'closed' && before === 'saving') {
        expect(['keeping.dismissed', 'viewer.changed'].includes(event.type) || 'output' in event).toBe(true);
      }
      const { saved } = live.snapshot().context as KeepingContext;
      expect(saved).toEqual(state === 'sealed' ? savedFile : null);
      if (state === 'sealing') expect(['saving', 'failed', 'sealing']).toContain(before);
      expect(live.underWay('saveEntries')).toBe(state === 'saving' ? 1 : 0);
      expect(live.underWay('sealAnswers')).toBe(state === 'sealing' ? 1 : 0);
      before = state;
    },
  };
}

it('asks how the answers are kept, and saves them first', async () => {
  const missing = await runFlow(
    { subject: keepingSubject, ends: keepingEnds, observer },
    {
      ...internalTypes,
      'keeping.requested': true,
      'login.chosen': true,
      'file.chosen': true,
      'retry.requested': true,
      'keeping.dismissed': true,
      'viewer.changed': true,
    },
  );
  expect(missing).toEqual([]);
});

function open() {
  const requested: unknown[] = [];
  const machine = keepingMachine.provide({
    actions: { logIn: (_, { query }) => void requested.push(query) },
  });
  const live = runLive(machine, () => undefined, ['saveEntries', 'sealAnswers']);
  const snapshot = () => live.snapshot() as never;
  const step = () => selectKeepingStep(snapshot());
  return { live, requested, step, snapshot };
}
const choose = { type: 'login.chosen', query: keepingQuery } as const;

it('requests the login that was chosen, once everything has arrived', async () => {
  const { live, requested, step } = open();
  expect(step()).toBeNull();
  await live.bring({ type: 'keeping.requested' });
  expect(step()).toBe('choosing');
  await live.bring(choose);
  expect([step(), requested]).toEqual(['saving', []]);
  await live.answer('saveEntries', undefined);
  expect([step(), requested]).toEqual([null, [keepingQuery]]);
});

it('goes nowhere while something is not saved, and once more when the person tries again', async () => {
  const { live, requested, step } = open();
  await live.bring({ type: 'keeping.requested' });
  await live.bring(choose);
  await live.passTime(14_999);
  expect(step()).toBe('saving');
  await live.passTime(1);
  expect([step(), requested]).toEqual(['unsaved', []]);
  await live.bring({ type: 'retry.requested' });
  await live.refuse('saveEntries', { code: 'network' });
  expect([step(), requested]).toEqual(['unsaved', []]);
  await live.bring({ type: 'retry.requested' });
  await live.answer('saveEntries', undefined);
  expect(requested).toEqual([keepingQuery]);
});

it.each(['keeping.dismissed', 'viewer.changed'])('asks for no login after %s', async (type) => {
  const { live, requested, step } = open();
  await live.bring({ type: 'keeping.requested' });
  await live.bring(choose);
  await live.bring({ type });
  await live.answer('saveEntries', undefined).catch(() => undefined);
  expect([step(), requested]).toEqual([null, []]);
});

it('makes a file of what has arrived, and forgets its code when it is not shown any more', async () => {
  const { live, requested, step, snapshot } = open();
  await live.bring({ type: 'keeping.requested' });
  await live.bring({ type: 'file.chosen' });
  expect([step(), selectLeadsToLogin(snapshot()), live.calls('sealAnswers')]).toEqual(['saving', false, []]);
  await live.answer('saveEntries', undefined);
  expect(step()).toBe('sealing');
  await live.refuse('sealAnswers', { code: 'network' });
  expect([step(), selectKeepingProblem(snapshot())]).toEqual(['failed', { code: 'network' }]);
  await live.bring({ type: 'retry.requested' });
  await live.answer('sealAnswers', savedFile);
  expect([step(), selectSavedFile(snapshot())]).toEqual(['sealed', savedFile]);
  await live.bring({ type: 'keeping.dismissed' });
  expect([step(), selectSavedFile(snapshot()), selectKeepingProblem(snapshot())]).toEqual([null, null, null]);
  expect(requested).toEqual([]);
});

it('leads to the login that is chosen after a file was', async () => {
  const { live, requested, snapshot } = open();
  await live.bring({ type: 'keeping.requested' });
  await live.bring({ type: 'file.chosen' });
  await live.bring({ type: 'keeping.dismissed' });
  await live.bring({ type: 'keeping.requested' });
  await live.bring(choose);
  expect(selectLeadsToLogin(snapshot())).toBe(true);
  await live.answer('saveEntries', undefined);
  expect(requested).toEqual([keepingQuery]);
});
