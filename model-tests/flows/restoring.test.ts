import { expect, it } from 'vitest';
import { restoringMachine } from '#machines/restoring/restoring.machine.ts';
import {
  selectIsRestoring,
  selectMissing,
  selectRefusal,
  selectRestored,
} from '#machines/restoring/restoring.selectors.ts';
import type { RestoringEvent } from '#machines/restoring/restoring.types.ts';
import type { InternalEvent } from '../paths/subject.ts';
import { type Live, runLive } from './live.ts';
import { chosenFile, restoredAnswers, restoringEnds, restoringSubject } from './restoring.subject.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const read = (live: Live) => {
  const snapshot = live.snapshot() as never;
  return [
    selectIsRestoring(snapshot),
    selectMissing(snapshot),
    selectRefusal(snapshot)?.code ?? null,
    selectRestored(snapshot),
  ];
};

/** Each call to the server has a file and a code, and is the only one at its time. */
const observer = (): Observer<RestoringEvent | InternalEvent> => ({
  afterStep: (live) => {
    expect(live.underWay('restoreAnswers')).toBe(live.state() === 'opening' ? 1 : 0);
    for (const call of live.calls('restoreAnswers'))
      expect(call).toEqual({ file: chosenFile, code: 'K7QM-3XWD-9PTA' });
  },
});

it('opens a file with its code', async () => {
  const missing = await runFlow(
    { subject: restoringSubject, ends: restoringEnds, observer },
    { ...internalTypes, 'answers.submitted': true },
  );
  expect(missing).toEqual([]);
});

it('says what is missing, why it was refused, and what became of it', async () => {
  const live = runLive(restoringMachine, () => undefined, ['restoreAnswers']);
  const submit = (file: unknown, code: string) =>
    live.bring({ type: 'answers.submitted', file, code } as never);
  expect(read(live)).toEqual([false, null, null, null]);
  await submit(null, '');
  expect(read(live)).toEqual([false, 'file', null, null]);
  await submit(chosenFile, ' ');
  expect(read(live)).toEqual([false, 'code', null, null]);
  await submit(chosenFile, 'WRONG');
  expect(read(live)).toEqual([true, null, null, null]);
  expect(await submit(chosenFile, 'AGAIN')).toBe('refused');
  await live.refuse('restoreAnswers', { code: 'saved-answers-code' });
  expect(read(live)).toEqual([false, null, 'saved-answers-code', null]);
  await submit(chosenFile, '');
  expect(read(live)).toEqual([false, 'code', null, null]);
  await submit(chosenFile, 'RIGHT');
  await live.answer('restoreAnswers', restoredAnswers);
  expect(read(live)).toEqual([false, null, null, restoredAnswers]);
  expect(await submit(chosenFile, 'RIGHT')).toBe('refused');
});
