import { expect, it } from 'vitest';
import type { FrameSaving } from '#machines/embedded/embedded.types.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import { selectHasUnsaved, selectIsHindered, selectSaveState } from '#machines/form/form.selectors.ts';
import { type FormStep, formEnds, formSubject, stored } from './form.subject.ts';
import { runLive } from './live.ts';

it('says of a frame what the machine of the frame says', async () => {
  const { input } = formSubject.starts[0]!;
  const live = runLive(formMachine, () => input, Object.keys(formEnds));
  const frame = { address: 'https://forms.example/frame', token: 'token', caseId: 'case' };
  await live.answer('loadForm', { ...stored({}, 1), frame });
  const moved = (saving: FrameSaving, savedAt: string | null) =>
    live.bring({ type: 'frame.moved', saving, savedAt, attempts: 0, problem: null } as FormStep);
  const says = () => [
    selectSaveState(live.snapshot() as never),
    selectHasUnsaved(live.snapshot() as never),
    selectIsHindered(live.snapshot() as never),
  ];
  expect(says()).toEqual(['untouched', false, false]);
  const expected: [FrameSaving, ...ReturnType<typeof says>][] = [
    ['dirty', 'saving', true, false],
    ['sending', 'saving', true, false],
    ['pausing', 'retrying', true, false],
    ['comparing', 'retrying', true, false],
    ['elsewhere', 'elsewhere', true, false],
    ['locked', 'blocked', true, true],
    ['ended', 'refused', false, true],
    ['gone', 'refused', false, true],
    ['clean', 'saved', false, false],
  ];
  for (const [saving, ...words] of expected) {
    await moved(saving, '2026-11-20T10:00:00Z');
    expect(says(), saving).toEqual(words);
  }
});
