import { describe, expect, it } from 'vitest';
import type { Component, FormDefinition, FormValue } from '#forms/types.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import { selectHasToWrite, selectHasUnsaved, selectShownErrors } from '#machines/form/form.selectors.ts';
import type { FormContext, FormEvent } from '#machines/form/form.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import { runLive } from './live.ts';

const text = (key: string, required = true): Component => ({
  type: 'textfield',
  key,
  label: key,
  input: true,
  validate: { required },
});
const group = (key: string, more: Partial<Extract<Component, { type: 'datagrid' }>> = {}): Component => ({
  type: 'datagrid',
  key,
  label: key,
  input: true,
  addAnother: 'Add',
  validate: { required: true },
  components: [text('name')],
  ...more,
});
const proof: Component = {
  type: 'file',
  key: 'proof',
  label: 'Proof',
  input: true,
  multiple: true,
  filePattern: 'application/pdf',
  fileMaxSize: '1MB',
};
const panel = (key: string, ...components: Component[]): FormDefinition['components'][number] => ({
  type: 'panel',
  key,
  label: key,
  title: key,
  components,
});

async function open(data: object, ...components: Component[]) {
  const form = {
    name: 'rows',
    title: 'Rows',
    display: 'wizard',
    components: [panel('first', ...components), panel('last', text('end', false))],
  };
  const live = runLive(formMachine, () => ({ processId: 'p', locale: 'de' }), ['loadForm', 'saveProgress'], {
    saving: savingMachine,
  });
  await live.answer('loadForm', { form, data, version: 1, page: null });
  const send = async (...events: FormEvent[]) => {
    for (const event of events) await live.bring(event);
  };
  return {
    send,
    snapshot: () => live.snapshot() as never,
    data: () => (live.snapshot().context as FormContext).data,
    context: () => live.snapshot().context as FormContext,
    shown: () => selectShownErrors(live.snapshot() as never).map(({ path }) => path),
  };
}

const typed = (path: string, value: FormValue): FormEvent => ({ type: 'value.changed', path, value });
const removed = (path: string, index: number): FormEvent => ({ type: 'row.removed', path, index });
const next: FormEvent = { type: 'page.nextRequested' };
const back: FormEvent = { type: 'row.restored' };

describe('the first entry of a repeating group', () => {
  it('is open where one is needed, and nothing has to be saved for it', async () => {
    const { data, snapshot } = await open({}, group('people'), group('extra', { validate: {} }));
    expect(data()).toEqual({ people: [{ name: '' }] });
    expect(selectHasUnsaved(snapshot())).toBe(false);
    expect(selectHasToWrite(snapshot())).toBe(false);
  });

  it('is open as soon as an answer makes the group necessary, also where it needs several', async () => {
    const conditional = { show: true, when: 'alone', eq: 'no' };
    const { data, send } = await open(
      {},
      text('alone'),
      group('people', { conditional, validate: { required: true, minLength: 2 } }),
    );
    await send(typed('alone', 'yes'));
    expect(data()).toEqual({ alone: 'yes' });
    await send(typed('alone', 'no'));
    expect(data()).toEqual({ alone: 'no', people: [{ name: '' }, { name: '' }] });
  });

  it('leaves what is there', async () => {
    const { data, send } = await open({ people: [{ name: 'Ada' }] }, group('people'));
    await send(typed('people[0].name', 'Eve'));
    expect(data()).toEqual({ people: [{ name: 'Eve' }] });
  });
});

describe('what is shown as wrong', () => {
  const people = [text('place'), group('people')];

  it('is what was wrong when the person went on, as long as it is, and nothing that came later', async () => {
    const { send, shown } = await open({ people: [{ name: '' }] }, ...people);
    await send(next);
    expect(shown()).toEqual(['place', 'people[0].name']);
    await send(typed('people', [{ name: '' }, { name: '' }]));
    expect(shown()).toEqual(['place', 'people[0].name']);
    await send(typed('place', 'Kiel'), typed('people[0].name', 'Ada'));
    expect(shown()).toEqual([]);
    await send(typed('place', ''));
    expect(shown()).toEqual(['place']);
    await send(next);
    expect(shown()).toEqual(['place', 'people[1].name']);
  });

  it('of a field that an answer reveals waits for the next attempt', async () => {
    const { send, shown } = await open({}, text('a'), {
      ...text('b'),
      conditional: { show: true, when: 'a', eq: 'x' },
    });
    await send(next, typed('a', 'x'));
    expect(shown()).toEqual([]);
    await send(next);
    expect(shown()).toEqual(['b']);
  });

  it('moves with its entry, and goes with it', async () => {
    const { send, shown } = await open(
      { place: 'Kiel', people: [{ name: 'A' }, { name: '' }, { name: '' }] },
      ...people,
    );
    await send(next);
    expect(shown()).toEqual(['people[1].name', 'people[2].name']);
    await send(removed('people', 0));
    expect(shown()).toEqual(['people[0].name', 'people[1].name']);
    await send(back);
    expect(shown()).toEqual(['people[1].name', 'people[2].name']);
    await send(removed('people', 1));
    expect(shown()).toEqual(['people[1].name']);
  });

  it('is the group only while its entries say nothing', async () => {
    const optional = group('people', { components: [text('name', false)] });
    const { send, shown } = await open({}, optional);
    await send(next);
    expect(shown()).toEqual(['people']);
  });
});

describe('a removed entry', () => {
  const three = { people: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] };

  it('can be put back where it was', async () => {
    const { send, data, context } = await open(three, group('people'));
    await send(removed('people', 1));
    expect(data()).toEqual({ people: [{ name: 'A' }, { name: 'C' }] });
    expect(context().removedRow).toEqual({ path: 'people', index: 1, row: { name: 'B' } });
    await send(back);
    expect(data()).toEqual(three);
    expect(context().removedRow).toBeNull();
    await send(back);
    expect(data()).toEqual(three);
  });

  it('is the last one only, and forgotten with its page', async () => {
    const { send, data, context } = await open(three, group('people'));
    await send(removed('people', 0), removed('people', 0), back);
    expect(data()).toEqual({ people: [{ name: 'B' }, { name: 'C' }] });
    await send(removed('people', 1), next);
    expect(context().page).toBe('last');
    expect(context().removedRow).toBeNull();
  });

  it('is none where there was none', async () => {
    const { send, data } = await open({}, group('people', { validate: {} }));
    await send(removed('people', 0), back);
    expect(data()).toEqual({});
  });

  it('takes its place again before the files that are on their way', async () => {
    const { send, context } = await open(three, group('people', { components: [text('name'), proof] }));
    const files = [{ name: 'a.pdf', size: 9, type: 'application/pdf', content: null }];
    await send({ type: 'files.chosen', path: 'people[2].proof', files }, removed('people', 1));
    expect(context().pendingFiles.map(({ path }) => path)).toEqual(['people[1].proof']);
    await send(back);
    expect(context().pendingFiles.map(({ path }) => path)).toEqual(['people[2].proof']);
  });
});
