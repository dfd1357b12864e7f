import { expect, it } from 'vitest';
import { pauseOf } from '#machines/form/form.pauses.ts';
import {
  selectHasToWrite,
  selectHasUnsaved,
  selectPause,
  selectSaveState,
} from '#machines/form/form.selectors.ts';
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

it('saves again when the service has asked it to, not before, and what was typed meanwhile with it', async () => {
  const office = openOffice();
  const { live } = office;
  const type = (value: string) => {
    const typed: FormEvent = { type: 'value.changed', path: 'name', value };
    return live.bring(typed);
  };
  await office.answer('good');
  await type('Ada');
  await live.passTime(1000);
  await office.answer('overloaded');
  expect(selectPause(live.snapshot() as never)).toEqual({ ms: 5000, attempt: 1 });
  await type('Ada Lovelace');
  await live.passTime(4999);
  expect(live.calls('saveProgress')).toHaveLength(1);
  await live.passTime(1);
  expect(selectPause(live.snapshot() as never)).toBeNull();
  const [, again] = live.calls('saveProgress') as Progress[];
  // The first was not used: it is not a separate version.
  expect(again).toMatchObject({ version: 1, data: { name: 'Ada Lovelace' } });
  await office.answer('good');
  expect([office.data().name, selectHasUnsaved(live.snapshot() as never)]).toEqual(['Ada Lovelace', false]);
});

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

it.each([
  [1, undefined, 1_000],
  [4, undefined, 8_000],
  [9, undefined, 30_000],
  [1, 4, 4_000],
  [4, 4, 8_000],
  [1, 3_600, 30_000],
])('after try %i, asked to wait %s s, waits %i ms', (attempts, retryAfter, ms) => {
  expect(pauseOf({ attempts, problem: { code: 'overloaded', retryAfter } })).toBe(ms);
});

it('keeps what another window does not let it save, and saves it when this one edits again', async () => {
  const office = openOffice();
  const { live } = office;
  const unsaved = () => selectHasUnsaved(live.snapshot() as never);
  await office.answer('good');
  const typed: FormEvent = { type: 'value.changed', path: 'name', value: 'Ada' };
  await live.bring(typed);
  await live.passTime(1000);
  await office.answer('another window edits');
  expect([selectSaveState(live.snapshot() as never), unsaved()]).toEqual(['elsewhere', true]);
  await live.passTime(60_000);
  expect(live.calls('saveProgress')).toHaveLength(1);
  await live.bring({ type: 'editing.gained' });
  await office.answer('good');
  expect([office.data().name, unsaved()]).toEqual(['Ada', false]);
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
  expect(live.calls('saveProgress').at(-1)).toMatchObject({ page: 'more', data: { name: 'Ada' } });
  expect(state()).toEqual({ unsaved: false, toWrite: false });
});
