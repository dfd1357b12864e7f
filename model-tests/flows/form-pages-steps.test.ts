import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  selectCorrectsMore,
  selectIsMadeNecessary,
  selectReturnsToSummary,
  selectShownErrors,
  selectToCorrect,
} from '#machines/form/form.selectors.ts';
import type { FormEvent } from '#machines/form/form.types.ts';
import { follow } from './follow.ts';
import {
  asksPage,
  back,
  beginForm,
  choosesPage,
  chosen,
  finished,
  formOf,
  next,
  type OpenForm,
  openForm,
  pageOf,
  pageOpened,
  required,
  saved,
  stays,
  text,
  toSummary,
  typed,
  when,
} from './form-live.ts';

const aDay = {
  type: 'day',
  key: 'lastDay',
  label: 'day',
  input: true,
  properties: { check: 'notInThePast' },
} as never;
/** The page "partner" belongs to the form when the first page says "yes". */
const steps = (partner: object = required) =>
  formOf(
    pageOf('first', [text('firstText', required)]),
    pageOf('partner', [text('partnerText', partner)], when('firstText', 'yes')),
    pageOf('last', [text('lastText', required), aDay]),
  );
const whole = { firstText: 'no', lastText: 'x' };
const change = (page: string) => ({ page, returnsToSummary: true });

const open = (data: object, input: object = {}, lastPage: string | null = null) =>
  openForm(data, { form: steps(), ...input }, lastPage);
const shown = (live: OpenForm) => live.ask(selectShownErrors).map(({ path }) => path);
/** Returns the reports of the form about some events, once everything is saved. */
async function reports(live: OpenForm, ...events: FormEvent[]) {
  live.done();
  await live.send(...events);
  while (live.underWay('saveProgress') > 0) await live.answer('saveProgress', saved(5));
  return live.done().filter(({ type }) => type !== 'form.saved');
}

describe('the way through the pages', () => {
  it('shows what is missing only after an attempt to continue, anew each time', async () => {
    const live = await openForm({});
    live.done();
    await follow(live, [
      [next, 'showingErrors clean', { failedAttempts: 1, objected: ['name'] }],
      [next, 'showingErrors clean', { failedAttempts: 2 }],
      [asksPage('person'), 'showingErrors clean'],
    ]);
    expect(live.done()).toEqual([pageOpened('person')]);
    // The summary asks for the page.
    await follow(live, [[asksPage('person', true), 'showingErrors clean', { returnsToSummary: true }]]);
    expect(live.done()).toEqual([pageOpened('person', true)]);
    await follow(live, [[choosesPage('person'), 'filling clean', { objected: ['name'] }]]);
  });

  it('leads from a page with errors to another one, and shows none there', async () => {
    const live = await openForm({ name: 'Kim' });
    await follow(live, [
      [next, 'filling sending'],
      [back, 'filling sending'],
      [typed(''), 'filling sending'],
      [next, 'showingErrors sending'],
      [asksPage('more'), 'filling sending', { page: 'more' }],
    ]);
  });

  it('goes on, back, and out', async () => {
    const live = await openForm();
    live.done();
    await follow(live, [
      [next, 'filling sending', { page: 'more' }],
      [back, 'filling sending', { page: 'person', visited: ['person', 'more'] }],
      [back, 'filling sending', { page: 'person' }],
      [choosesPage('more'), 'filling sending', { page: 'more' }],
      [
        { type: 'page.chosen', page: null } as never,
        'filling sending',
        { page: 'more', returnsToSummary: false },
      ],
    ]);
    expect(live.done()).toEqual([
      pageOpened('more'),
      pageOpened('person'),
      { type: 'form.left' },
      pageOpened('more'),
      pageOpened('more'),
    ]);
  });

  it('ends when everything is saved', async () => {
    const live = await openForm();
    live.done();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [toSummary, 'finishing sending'],
      [{ answer: 'saveProgress', output: saved(5) }, 'finished clean'],
    ]);
    expect(live.done()).toEqual([{ type: 'form.saved', saved: saved(5) }, finished]);
    await follow(live, [
      [choosesPage('more', true), 'filling sending', { page: 'more', returnsToSummary: true }],
      [next, 'finishing sending'],
    ]);
  });

  it.each<[string, FormEvent]>([
    ['a value', typed('X')],
    ['a row', { type: 'row.removed', path: 'children', index: 0 }],
    ['a row that is put back', { type: 'row.restored' }],
    ['chosen files', chosen('proof')],
    ['a file', { type: 'file.removed', path: 'proof', id: 'f' }],
  ])('stays in the form for %s on the way to the summary', async (_, event) => {
    const live = await openForm();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [toSummary, 'finishing sending'],
    ]);
    live.done();
    await follow(live, [[event, 'filling sending']]);
    expect(live.done()).toEqual([stays, pageOpened('person')]);
  });

  it('stays where it is when a page is asked for that cannot be reached', async () => {
    const live = await open({});
    const stay = [pageOpened('first'), stays];
    expect(await reports(live, asksPage('last')), 'something is missing before it').toEqual(stay);
    await live.send(typed('yes', 'firstText'));
    expect(await reports(live, asksPage('last')), 'something is missing on one page before it').toEqual(stay);
    await live.send(typed('no', 'firstText'));
    expect(await reports(live, asksPage('partner')), 'it is hidden').toEqual(stay);
    expect(await reports(live, asksPage('last'))).toEqual([pageOpened('last')]);
    await live.send(choosesPage('first'), typed('', 'firstText'));
    expect(await reports(live, asksPage('last')), 'it was seen').toEqual([pageOpened('last')]);
  });
});

describe('a form opens', () => {
  it.each<[string, object, string | null, string | null, string]>([
    ['at its first page', whole, null, null, 'first'],
    ['where it was left', whole, null, 'last', 'last'],
    ['at the wanted page', whole, 'last', null, 'last'],
    ['at the wanted page before the one where it was left', whole, 'first', 'last', 'first'],
    ['at a wanted page that was seen', { firstText: '', lastText: '' }, 'last', 'last', 'last'],
    ['not behind what is missing', { lastText: 'x' }, 'last', null, 'first'],
    ['where it was left instead of behind that', { firstText: 'yes' }, 'last', 'partner', 'partner'],
    ['not at a hidden page', whole, 'partner', 'last', 'last'],
  ])('%s', async (_, data, page, lastPage, opened) => {
    const live = await open(data, { page }, lastPage);
    expect(live.context()).toMatchObject({ page: opened, wantedPage: null });
    expect(live.done()).toEqual([pageOpened(opened)]);
  });

  it('knows the pages up to the one where it was left, and all where the summary was reached', async () => {
    expect((await open(whole, {}, 'last')).context().visited).toEqual(['first', 'last']);
    expect((await open(whole)).context().visited).toEqual(['first']);
    expect((await open(whole, change('first'))).context().visited).toEqual(['first', 'last']);
    const live = await open(whole);
    await live.send(choosesPage('first', true));
    expect(live.context().visited).toEqual(['first', 'last']);
    const three = await open({ firstText: 'yes', partnerText: 'x', lastText: 'x' });
    await three.send(choosesPage('last'));
    expect(three.context().visited, 'a page that was passed over').toEqual(['first', 'last']);
  });

  it('where the summary leads to, whatever is missing before that', async () => {
    const live = await open({ firstText: '' }, change('last'), 'first');
    expect(live.done()).toEqual([pageOpened('last', true)]);
  });

  it('at what was chosen while it was loading, or could not be loaded', async () => {
    const output = { form: steps(), data: whole, version: 1, page: null };
    for (const [event, report] of [
      [choosesPage('last', true), pageOpened('last', true)],
      [choosesPage('partner', true), pageOpened('first', true)],
      [{ type: 'page.chosen', page: 'last' }, pageOpened('last')],
      [asksPage('last'), pageOpened('last')],
    ] as const) {
      const live = beginForm();
      await live.send(event);
      expect(live.context().returnsToSummary).toBe(
        report.type === 'form.pageOpened' && report.returnsToSummary,
      );
      await live.answer('loadForm', output);
      expect(live.done()).toEqual([report]);
      const failed = beginForm();
      await failed.refuse('loadForm', { code: 'network' });
      await failed.send(event, { type: 'retry.requested' });
      await failed.answer('loadForm', output);
      expect(failed.done()).toEqual([report]);
    }
  });
});

describe('a change from the summary', () => {
  it('leads back to it, over the pages that follow', async () => {
    expect(await reports(await open(whole, change('first')), next)).toEqual([finished]);
    const live = await open(whole, {}, 'last');
    expect(await reports(live, choosesPage('first', true), next)).toEqual([
      pageOpened('first', true),
      finished,
    ]);
  });

  it('leads to a page that was seen before and is no longer whole', async () => {
    const live = await open({ firstText: 'yes', lastText: 'x' }, change('first'));
    expect(await reports(live, next)).toEqual([pageOpened('partner', true)]);
  });

  it.each([
    ['that has to be filled in', required, typed('x', 'partnerText')],
    ['that may stay empty', {}, { type: 'network.restored' } as FormEvent],
  ])('leads to the page that it has made necessary %s, says so, and then back', async (_, about, event) => {
    const live = await openForm(whole, { form: steps(about), ...change('first') });
    await live.send(typed('yes', 'firstText'));
    // A page that is asked for again is none that was seen.
    await live.send(choosesPage('last', true), choosesPage('first', true));
    expect(await reports(live, next)).toEqual([pageOpened('partner', true)]);
    expect(live.ask(selectIsMadeNecessary)).toBe(true);
    await live.send(event);
    expect(await reports(live, next)).toEqual([finished]);
    await live.send(choosesPage('partner', true));
    expect(live.ask(selectIsMadeNecessary)).toBe(false);
  });

  it('leads back without going on, too, whatever is missing', async () => {
    const live = await open(whole, change('last'));
    expect(await reports(live, typed('', 'lastText'), back)).toEqual([finished]);
    await follow(await openForm({}, change('person')), [[back, 'finished clean']]);
  });

  it('is none any more where the address names a page otherwise', async () => {
    const live = await open(whole, change('first'));
    await live.send(asksPage('first'));
    expect(live.ask(selectReturnsToSummary)).toBe(false);
    expect(await reports(live, next)).toEqual([pageOpened('last')]);
  });

  it('opens every page with something to correct before the summary, once', async () => {
    const here = { key: 'name', page: 'person' };
    const there = { key: 'note', page: 'more' };
    const live = await openForm({ name: 'Kim' }, { ...change('person'), toCorrect: [here, there] });
    const corrects = () => [live.ask(selectToCorrect), live.ask(selectCorrectsMore)];
    expect(corrects()).toEqual([['name'], true]);
    await follow(live, [[next, 'filling sending', { page: 'more', toCorrect: [there] }]]);
    expect(corrects()).toEqual([['note'], false]);
    await follow(live, [
      [next, 'finishing sending', { toCorrect: [there] }],
      [{ answer: 'saveProgress', output: saved(5) }, 'finished clean', { toCorrect: [] }],
    ]);
  });
});

describe('what the summary has named as wrong', () => {
  it('is shown at once, and nothing else before another attempt', async () => {
    const live = await open({ ...whole, lastText: '' }, change('last'));
    expect([shown(live), live.context().failedAttempts]).toEqual([['lastText'], 1]);
    await live.send(typed('x', 'lastText'));
    expect(shown(live)).toEqual([]);
    expect(await reports(live, next)).toEqual([finished]);
  });

  it('may have become wrong since the form was filled in', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T20:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const live = await open({ ...whole, lastDay: '11/25/2026' }, { page: 'last' });
    expect(await reports(live, typed('y', 'lastText'), next)).toContainEqual(finished);
    vi.setSystemTime(new Date('2026-11-25T23:30:00Z'));
    await live.send(choosesPage('last', true));
    expect(shown(live)).toEqual(['lastDay']);
    expect(await reports(live, next)).toEqual([]);
    await live.send(typed('11/27/2026', 'lastDay'));
    expect(shown(live)).toEqual([]);
    expect(await reports(live, next)).toEqual([finished]);
  });

  it('is nothing that was touched since, or that nobody has come from the summary to', async () => {
    const touched = await open(whole);
    await touched.send(choosesPage('last', true), typed('', 'lastText'));
    await touched.send(choosesPage('first', true), choosesPage('last', true));
    expect(shown(touched)).toEqual([]);
    expect(shown(await open({ ...whole, lastText: '' }, { page: 'last' }))).toEqual([]);
    const changed = await open(whole, change('last'));
    await changed.send(typed('', 'lastText'));
    expect(shown(changed)).toEqual([]);
  });
});
