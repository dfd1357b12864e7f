import { expect, it } from 'vitest';
import { selectHasUnsaved, selectSaveState } from '#machines/form/form.selectors.ts';
import type { FormEvent, Progress } from '#machines/form/form.types.ts';
import { openOffice, type Weather } from './form-service.ts';

it('writes well within a second of the last keystroke, and not before it', async () => {
  const office = openOffice();
  await office.answer('good');
  const type = (value: string) => {
    const typed: FormEvent = { type: 'value.changed', path: 'name', value };
    return office.live.bring(typed);
  };
  const written = () => (office.live.calls('saveProgress') as Progress[]).map(({ data }) => data.name);
  await type('A');
  await office.live.passTime(300);
  await type('Ada');
  await office.live.passTime(300);
  expect(written()).toEqual([]);
  await office.live.passTime(600);
  expect(written()).toEqual(['Ada']);
});

it.each<Weather>(['database away', 'database lost'])(
  'saves again by itself, and asks nobody which version is theirs: %s',
  async (weather) => {
    const office = openOffice();
    await office.answer('good');
    const typed: FormEvent = { type: 'value.changed', path: 'name', value: 'Ada' };
    await office.live.bring(typed);
    await office.live.passTime(1000);
    await office.answer(weather);
    expect(selectSaveState(office.live.snapshot() as never)).toBe('retrying');
    for (let turn = 0; turn < 3; turn += 1) {
      await office.live.passTime(5000);
      await office.answer('good');
    }
    expect(office.data().name).toBe('Ada');
    expect(selectHasUnsaved(office.live.snapshot() as never)).toBe(false);
    expect(selectSaveState(office.live.snapshot() as never)).not.toBe('conflict');
  },
);
