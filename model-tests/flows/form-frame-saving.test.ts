import { expect, it } from 'vitest';
import { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import {
  atWork,
  selectEmbedded,
  selectHasToWrite,
  selectHasUnsaved,
  selectSaveState,
  selectSaving,
} from '#machines/form/form.selectors.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import { stored } from './form.subject.ts';
import { runLive } from './live.ts';

const frame = { address: 'https://forms.example/frame', token: 'token', caseId: 'case' };

/** A form of a form server, with all the machines that it takes. */
async function open() {
  const calls = ['loadForm', 'saveProgress', 'loadStored', 'prolongForm'];
  const saving = savingMachine;
  const live = runLive(formMachine, () => ({ processId: 'p', locale: 'de' }), calls, {
    saving,
    embedded: embeddedMachine,
  });
  await live.answer('loadForm', { ...stored({}, 1), frame });
  return live;
}

it('says of a frame what its workflow and its saving say', async () => {
  const live = await open();
  const says = () => {
    const snapshot = live.snapshot() as never;
    return [selectSaveState(snapshot), selectHasUnsaved(snapshot), selectHasToWrite(snapshot)];
  };
  const embedded = selectEmbedded(live.snapshot() as never)!;
  expect(says()).toEqual(['untouched', false, false]);
  embedded.send({ type: 'frame.dirtied', dirty: true });
  expect(says(), 'the form server does not have the entries').toEqual(['saving', true, true]);
  embedded.send({ type: 'frame.progressed', revision: 1 });
  expect(says()).toEqual(['saving', true, true]);
  await live.refuse('saveProgress', { code: 'network' });
  expect(says()).toEqual(['retrying', true, true]);
  embedded.send({ type: 'network.restored' });
  embedded.send({ type: 'frame.dirtied', dirty: false });
  await live.answer('saveProgress', { version: 2, savedAt: 'now' });
  expect(says()).toEqual(['saved', false, false]);
  embedded.send({ type: 'frame.progressed', revision: 2 });
  await live.refuse('saveProgress', { code: 'input-invalid' });
  expect(says(), 'there is nothing left that could be saved').toEqual(['refused', false, false]);
});

it('is spoken to by the frame once there is one', async () => {
  const live = runLive(formMachine, () => ({ processId: 'p', locale: 'de' }), ['loadForm']);
  const form = { getSnapshot: live.snapshot } as never;
  expect(atWork(form)).toBe(form);
  expect(selectSaving(live.snapshot() as never)).toBeUndefined();
  expect(selectSaveState(live.snapshot() as never)).toBe('untouched');
  const framed = await open();
  expect(atWork({ getSnapshot: framed.snapshot } as never)).toBe(selectEmbedded(framed.snapshot() as never));
});
