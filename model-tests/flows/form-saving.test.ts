import { expect, it } from 'vitest';
import { selectHasToWrite, selectHasUnsaved, selectSaveState } from '#machines/form/form.selectors.ts';
import type { FormEvent } from '#machines/form/form.types.ts';
import type { Progress } from '#machines/saving/saving.types.ts';
import { openOffice, type Weather } from './form-service.ts';

it('writes well within a second of the last keystroke, and not before it', async () => {
  const office = openOffice();
  await office.answer('good');
  const type = (value: string) => {
    const typed: FormEvent = { type: 'value.changed', path: 'name', value };
    return office.live.bring(typed);
  };
  const written = () =>
    (office.live.calls('saveProgress') as Progress[]).map(({ content }) => content.data?.name);
  await type('A');
  await office.live.passTime(300);
  await type('Ada');
  await office.live.passTime(300);
  expect(written()).toEqual([]);
  await office.live.passTime(600);
  expect(written()).toEqual(['Ada']);
});

it.each<Weather>(['database away', 'database lost', 'overloaded'])(
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

it('does not compare with what is stored after a refusal: nothing of it was done', async () => {
  const office = openOffice();
  await office.answer('good');
  const typed: FormEvent = { type: 'value.changed', path: 'name', value: 'Ada' };
  await office.live.bring(typed);
  await office.live.passTime(1000);
  await office.answer('overloaded');
  office.writeElsewhere('Ada');
  await office.live.passTime(5000);
  await office.answer('good');
  // The text is equal, but another person wrote it: the form asks.
  expect(selectSaveState(office.live.snapshot() as never)).toBe('conflict');
});

it('has nothing unsaved when a window that does not edit opens another page, or is given the same value', async () => {
  const office = openOffice();
  const { live } = office;
  await office.answer('good');
  const typed: FormEvent = { type: 'value.changed', path: 'name', value: 'Ada' };
  await live.bring(typed);
  await live.passTime(1000);
  await office.answer('good');
  await live.bring(typed);
  const turned: FormEvent = { type: 'page.chosen', page: 'more' };
  await live.bring(turned);
  await live.passTime(1000);
  await office.answer('another window edits');
  expect(selectSaveState(live.snapshot() as never)).toBe('elsewhere');
  expect(selectHasUnsaved(live.snapshot() as never)).toBe(false);
});

it('writes at once that a page was turned, but calls no entry unsaved because of that', async () => {
  const office = openOffice();
  const { live } = office;
  const state = () => {
    const snapshot = live.snapshot() as never;
    return { unsaved: selectHasUnsaved(snapshot), toWrite: selectHasToWrite(snapshot) };
  };
  await office.answer('good');
  const typed: FormEvent = { type: 'value.changed', path: 'name', value: 'Ada' };
  await live.bring(typed);
  expect(state()).toEqual({ unsaved: true, toWrite: true });
  await live.passTime(1000);
  await office.answer('good');
  expect(state()).toEqual({ unsaved: false, toWrite: false });
  await live.bring({ type: 'page.nextRequested' });
  expect(state()).toEqual({ unsaved: false, toWrite: true });
  await live.passTime(0);
  await office.answer('good');
  expect(live.calls('saveProgress').at(-1)).toMatchObject({
    content: { page: 'more', data: { name: 'Ada' } },
  });
  expect(state()).toEqual({ unsaved: false, toWrite: false });
});
