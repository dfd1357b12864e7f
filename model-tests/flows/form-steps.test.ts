import { expect, it, onTestFinished, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SavedProgress } from '#contract/process-calls.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import {
  selectIsMadeNecessary,
  selectReturnsToSummary,
  selectShownErrors,
} from '#machines/form/form.selectors.ts';
import type { FormAccess, FormEvent, FormInput, FormQuery, FormReport } from '#machines/form/form.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import type { Progress } from '#machines/saving/saving.types.ts';

const page = (key: string, when?: string) => ({
  type: 'panel',
  key,
  label: key,
  title: key,
  ...(when && { conditional: { show: true, when, eq: 'yes' } }),
  components: [
    { type: 'textfield', key: `${key}Text`, label: key, input: true, validate: { required: true } },
  ],
});
/** The page "partner" belongs to the form when the first page says "yes". */
const form = {
  name: 'steps',
  title: 'Steps',
  display: 'wizard',
  components: [
    page('first'),
    page('partner', 'firstText'),
    {
      ...page('last'),
      components: [
        ...page('last').components,
        { type: 'day', key: 'lastDay', label: 'day', input: true, properties: { check: 'notInThePast' } },
      ],
    },
  ],
} as unknown as FormDefinition;

const toLast: FormEvent = { type: 'page.chosen', page: 'last', returnsToSummary: true };

const settle = () => new Promise((resolve) => setTimeout(resolve));

type Given = Partial<FormInput> & {
  /** A request to the form before it has loaded. */
  early?: FormEvent;
  /** Number of failed loads. */
  failures?: number;
};

/** A form with the stored data, and its reports. */
async function open(data: FormData, { early, failures = 0, ...input }: Given = {}) {
  let left = failures;
  const reports: FormReport[] = [];
  const machine = formMachine.provide({
    actors: {
      loadForm: fromPromise<FormAccess, FormQuery>(async () => {
        left -= 1;
        if (left >= 0) throw { code: 'network' };
        return { form, data, version: 1, page: null };
      }),
      saving: savingMachine.provide({
        actors: {
          saveProgress: fromPromise<SavedProgress, Progress>(async () => ({
            version: 2,
            status: 'EDITING',
            savedAt: '',
            availableUntil: '',
          })),
        },
      }),
    },
  });
  const parent = { send: (report: FormReport) => reports.push(report) };
  const actor = createActor(
    machine.provide({
      actions: {
        tellParent: (_, { report }) => parent.send(report),
        tellPage: ({ context }) =>
          parent.send({
            type: 'form.pageOpened',
            page: context.page,
            returnsToSummary: context.returnsToSummary,
          }),
      },
    }),
    { input: { processId: 'p', locale: 'de', ...input } },
  );
  actor.start();
  if (early) actor.send(early);
  await settle();
  const told = () => reports.splice(0).filter(({ type }) => type !== 'form.saved');
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
    return told();
  };
  return { actor, told, send, page: () => actor.getSnapshot().context.page };
}

const whole = { firstText: 'no', lastText: 'x' };
const opened = (key: string, returnsToSummary = false) => ({
  type: 'form.pageOpened',
  page: key,
  returnsToSummary,
});
const change = (key: string) => ({ page: key, returnsToSummary: true });

it('leads back to the summary after a change, also over pages that follow', async () => {
  const it = await open(whole, change('first'));
  expect(it.told()).toEqual([opened('first', true)]);
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([{ type: 'form.finished' }]);
});

it('leads to the page that a change has made necessary, says so, and then back to the summary', async () => {
  const it = await open(whole, change('first'));
  it.told();
  await it.send({ type: 'value.changed', path: 'firstText', value: 'yes' });
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([opened('partner', true)]);
  expect(selectIsMadeNecessary(it.actor.getSnapshot())).toBe(true);
  await it.send({ type: 'value.changed', path: 'partnerText', value: 'x' });
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([{ type: 'form.finished' }]);
});

it('shows at once what the summary has named, and nothing else before another attempt', async () => {
  const shown = () => selectShownErrors(it.actor.getSnapshot()).map(({ path }) => path);
  const it = await open({ ...whole, lastText: '' }, change('last'));
  expect(it.told()).toEqual([opened('last', true)]);
  expect(shown()).toEqual(['lastText']);
  await it.send({ type: 'value.changed', path: 'lastText', value: 'x' });
  expect(shown()).toEqual([]);
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([{ type: 'form.finished' }]);
});

it('shows what has become wrong since the form was filled in, where the summary leads to it', async () => {
  const whole = { firstText: 'no', lastText: 'x', lastDay: '11/25/2026' };
  const shown = () => selectShownErrors(it.actor.getSnapshot()).map(({ path }) => path);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T20:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const it = await open(whole, { page: 'last' });
  await it.send({ type: 'value.changed', path: 'lastText', value: 'y' });
  expect(await it.send({ type: 'page.nextRequested' })).toContainEqual({ type: 'form.finished' });
  vi.setSystemTime(new Date('2026-11-25T23:30:00Z'));
  expect(await it.send(toLast)).toContainEqual(opened('last', true));
  expect(shown()).toEqual(['lastDay']);
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([]);
  await it.send({ type: 'value.changed', path: 'lastDay', value: '11/27/2026' });
  expect(shown()).toEqual([]);
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([{ type: 'form.finished' }]);
});

it('shows nothing as wrong that was touched since the summary', async () => {
  const it = await open(whole);
  await it.send({ type: 'page.chosen', page: 'last', returnsToSummary: true });
  await it.send({ type: 'value.changed', path: 'lastText', value: '' });
  await it.send({ type: 'page.chosen', page: 'first', returnsToSummary: true });
  await it.send(toLast);
  expect(selectShownErrors(it.actor.getSnapshot())).toEqual([]);
});

it('shows nothing as wrong where a person goes on, or empties a field that was right', async () => {
  const shown = (actor: { getSnapshot(): Parameters<typeof selectShownErrors>[0] }) =>
    selectShownErrors(actor.getSnapshot());
  const onward = await open({ ...whole, lastText: '' }, { page: 'last' });
  expect(shown(onward.actor)).toEqual([]);
  const changed = await open(whole, change('last'));
  await changed.send({ type: 'value.changed', path: 'lastText', value: '' });
  expect(shown(changed.actor)).toEqual([]);
});

it('leads back to the summary after a change, wherever the form was last left', async () => {
  const it = await open(whole);
  it.told();
  await it.send({ type: 'page.chosen', page: 'first', returnsToSummary: true });
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([{ type: 'form.finished' }]);
});

it('opens what the summary leads to while it is still loading, and leads back to the summary', async () => {
  const it = await open(whole, {
    early: { type: 'page.chosen', page: 'partner', returnsToSummary: true },
  });
  expect(it.told()).toEqual([opened('first', true)]);
  const last = await open(whole, { early: { type: 'page.chosen', page: 'last', returnsToSummary: true } });
  expect(last.told()).toEqual([opened('last', true)]);
  expect(await last.send({ type: 'page.nextRequested' })).toEqual([{ type: 'form.finished' }]);
});

it('opens what the address names while it is still loading', async () => {
  const it = await open(whole, {
    early: { type: 'page.requested', page: 'last', returnsToSummary: false },
  });
  expect(it.told()).toEqual([opened('last')]);
});

it('opens what was chosen before it could be loaded once it can be', async () => {
  const it = await open(whole, { failures: 1 });
  await it.send({ type: 'page.chosen', page: 'last', returnsToSummary: true });
  expect(await it.send({ type: 'retry.requested' })).toEqual([opened('last', true)]);
});

it('leads to a page that was seen before and is no longer whole', async () => {
  const it = await open({ firstText: 'yes', lastText: 'x' }, change('first'));
  it.told();
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([opened('partner', true)]);
});

it('leads back to the summary without going on, too, whatever is missing', async () => {
  const it = await open(whole, change('last'));
  it.told();
  await it.send({ type: 'value.changed', path: 'lastText', value: '' });
  expect(await it.send({ type: 'page.backRequested' })).toEqual([{ type: 'form.finished' }]);
});

it('walks from page to page once the address names one that is not changed from the summary', async () => {
  const it = await open(whole, change('first'));
  it.told();
  await it.send({ type: 'page.requested', page: 'first', returnsToSummary: false });
  expect(selectReturnsToSummary(it.actor.getSnapshot())).toBe(false);
  expect(await it.send({ type: 'page.nextRequested' })).toEqual([opened('last')]);
});

it('opens the page that is wanted where nothing is missing before it, else where it stood', async () => {
  expect((await open(whole, { page: 'last' })).page()).toBe('last');
  expect((await open({ lastText: 'x' }, { page: 'last' })).page()).toBe('first');
  expect((await open(whole, { page: 'partner' })).page()).toBe('first');
});

it('stays where it is when a page is asked for that cannot be reached yet', async () => {
  const it = await open({});
  it.told();
  const stays = [opened('first'), { type: 'form.stayed' }];
  expect(await it.send({ type: 'page.requested', page: 'last', returnsToSummary: false })).toEqual(stays);
  await it.send({ type: 'value.changed', path: 'firstText', value: 'no' });
  expect(await it.send({ type: 'page.requested', page: 'last', returnsToSummary: false })).toEqual([
    opened('last'),
  ]);
});

it('goes on where somebody types while the way to the summary is saved', async () => {
  const it = await open(whole);
  it.told();
  it.actor.send({ type: 'value.changed', path: 'lastText', value: 'y' });
  it.actor.send({ type: 'summary.requested' });
  it.actor.send({ type: 'value.changed', path: 'lastText', value: 'z' });
  expect(it.told()).toEqual([{ type: 'form.stayed' }, opened('first')]);
});
