import { describe, expect, it } from 'vitest';
import type { Component } from '#forms/types.ts';
import { pathWithoutRow, pathWithRow } from '#machines/form/form.rows.ts';
import { selectHasToWrite, selectHasUnsaved, selectShownErrors } from '#machines/form/form.selectors.ts';
import type { FormEvent } from '#machines/form/form.types.ts';
import {
  asksPage,
  fileField,
  formOf,
  group,
  next,
  type OpenForm,
  openForm,
  pageOf,
  required,
  text,
  typed,
  when,
} from './form-live.ts';

const name = text('name', required);
const people = (about: object = required, ...more: Component[]) => group('people', about, name, ...more);
const open = (data: object, ...components: Component[]) =>
  openForm(data, { form: formOf(pageOf('first', components), pageOf('last', [text('end')])) });
const data = (live: OpenForm) => live.context().data;
const shown = (live: OpenForm) => live.ask(selectShownErrors).map(({ path }) => path);

const removed = (path: string, index: number): FormEvent => ({ type: 'row.removed', path, index });
const putBack: FormEvent = { type: 'row.restored' };

describe('the first entry of a repeating group', () => {
  it('is open where one is needed, and nothing has to be saved for it', async () => {
    const live = await open({}, people(), group('extra', {}, name));
    expect(data(live)).toEqual({ people: [{ name: '' }] });
    expect([live.ask(selectHasUnsaved), live.ask(selectHasToWrite)]).toEqual([false, false]);
  });

  it('is open as soon as an answer makes the group necessary, also where it needs several', async () => {
    const several = { ...when('alone', 'no'), validate: { required: true, minLength: 2 } };
    const live = await open({}, text('alone', required), people(several));
    await live.send(typed('yes', 'alone'));
    expect(data(live)).toEqual({ alone: 'yes' });
    await live.send(typed('no', 'alone'));
    expect(data(live)).toEqual({ alone: 'no', people: [{ name: '' }, { name: '' }] });
  });

  it('is checked like any other, and leaves what is there', async () => {
    const live = await open({}, people());
    await live.send(next);
    expect(shown(live)).toEqual(['people[0].name']);
    await live.send(typed('Eve', 'people[0].name'));
    expect(data(live)).toEqual({ people: [{ name: 'Eve' }] });
  });
});

describe('what is shown as wrong', () => {
  const place = text('place', required);

  it('is what was wrong when the person went on, as long as it is, and nothing that came later', async () => {
    const live = await open({ people: [{ name: '' }] }, place, people());
    await live.send(next);
    expect(shown(live)).toEqual(['place', 'people[0].name']);
    await live.send(typed([{ name: '' }, { name: '' }], 'people'));
    expect(shown(live)).toEqual(['place', 'people[0].name']);
    await live.send(typed('Kiel', 'place'), typed('Ada', 'people[0].name'));
    expect(shown(live)).toEqual([]);
    await live.send(typed('', 'place'));
    expect(shown(live)).toEqual(['place']);
    await live.send(next);
    expect(shown(live)).toEqual(['place', 'people[1].name']);
  });

  it('of a field that an answer reveals waits for the next attempt', async () => {
    const live = await open({}, text('a', required), text('b', { ...required, ...when('a', 'x') }));
    await live.send(next, typed('x', 'a'));
    expect(shown(live)).toEqual([]);
    await live.send(next);
    expect(shown(live)).toEqual(['b']);
  });

  it('is nothing on a page that is opened again', async () => {
    const live = await open({}, place);
    await live.send(next);
    expect(shown(live)).toEqual(['place']);
    await live.send({ type: 'page.chosen', page: 'last' }, asksPage('first'));
    expect([live.context().objected, shown(live)]).toEqual([['place'], []]);
  });

  it('moves with its entry, and goes with it', async () => {
    const rows = [{ name: 'A' }, { name: '' }, { name: '' }];
    const live = await open({ place: 'Kiel', people: rows }, place, people());
    const both = (paths: string[]) => expect([shown(live), live.context().objected]).toEqual([paths, paths]);
    await live.send(next);
    both(['people[1].name', 'people[2].name']);
    await live.send(removed('people', 0));
    both(['people[0].name', 'people[1].name']);
    await live.send(putBack);
    both(['people[1].name', 'people[2].name']);
    await live.send(removed('people', 1));
    both(['people[1].name']);
  });

  it('is the group where its entries say nothing, or where there are too many', async () => {
    const optional = await open({}, group('people', required, text('name')));
    await optional.send(next);
    expect(shown(optional)).toEqual(['people']);
    const one = people({ validate: { maxLength: 1 } });
    const many = await open({ people: [{ name: '' }, { name: 'B' }] }, one);
    await many.send(next);
    expect(shown(many)).toEqual(['people', 'people[0].name']);
  });
});

describe('a removed entry', () => {
  const three = { people: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] };

  it('can be put back where it was', async () => {
    const live = await open(three, people());
    await live.send(removed('people', 1));
    expect(data(live)).toEqual({ people: [{ name: 'A' }, { name: 'C' }] });
    expect(live.context().removedRow).toEqual({ path: 'people', index: 1, row: { name: 'B' } });
    await live.send(putBack);
    expect(data(live)).toEqual(three);
    expect(live.context().removedRow).toBeNull();
    await live.send(putBack);
    expect(data(live)).toEqual(three);
  });

  it('is the last one only, and forgotten with its page', async () => {
    const live = await open(three, people());
    await live.send(removed('people', 0), removed('people', 0), putBack);
    expect(data(live)).toEqual({ people: [{ name: 'B' }, { name: 'C' }] });
    await live.send(removed('people', 1), next);
    expect(live.context()).toMatchObject({ page: 'last', removedRow: null });
  });

  it('is none where there was none', async () => {
    const live = await open({}, people({}));
    await live.send(removed('people', 0), putBack);
    expect(data(live)).toEqual({});
  });

  it('takes its place again before the files that are on their way', async () => {
    const live = await open(three, people(required, fileField('proof', { multiple: true })));
    const paths = () => live.context().pendingFiles.map(({ path }) => path);
    await live.choose('people[2].proof', 'a.pdf');
    await live.send(removed('people', 1));
    expect(paths()).toEqual(['people[1].proof']);
    await live.send(putBack);
    expect(paths()).toEqual(['people[2].proof']);
  });
});

it.each([
  ['people[0].name', 'people[0].name', 'people[0].name'],
  ['people[1].name', null, 'people[2].name'],
  ['people[12].name', 'people[11].name', 'people[13].name'],
  ['people[2].people[1]', 'people[1].people[1]', 'people[3].people[1]'],
  ['people', 'people', 'people'],
  ['address2', 'address2', 'address2'],
])('%s leads to %s without the second entry, and to %s with one before it', (path, without, withRow) => {
  expect(pathWithoutRow(path, 'people', 1)).toBe(without);
  expect(pathWithRow(path, 'people', 1)).toBe(withRow);
});
