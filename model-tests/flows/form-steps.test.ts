import { describe, expect, it } from 'vitest';
import {
  atWork,
  selectBytesSent,
  selectEmbedded,
  selectHasPendingFiles,
  selectHasToWrite,
  selectHasUnsaved,
  selectIsMadeNecessary,
  selectPageView,
  selectSaveState,
  selectSaving,
} from '#machines/form/form.selectors.ts';
import { follow, type Step } from './follow.ts';
import { stored } from './form.subject.ts';
import {
  asksPage,
  back,
  beginForm,
  choosesPage,
  next,
  openForm,
  pageOpened,
  reads,
  saved,
  toSummary,
  twoPages,
  typed,
} from './form-live.ts';

const network = { code: 'network' };
const fails = (code: string, state: string): Step => [{ refuse: 'saveProgress', error: { code } }, state];

describe('a form is loaded', () => {
  it('for its process in the language, and before that has nothing to show or to save', () => {
    const live = beginForm();
    expect(live.state()).toBe('loading');
    expect(live.calls('loadForm')).toEqual([{ processId: 'p', locale: 'de' }]);
    expect([live.ask(selectSaving), live.ask(selectSaveState)]).toEqual([undefined, 'untouched']);
    const facts = [selectHasUnsaved, selectHasToWrite, selectHasPendingFiles, selectIsMadeNecessary];
    expect(facts.map((it) => live.ask(it))).toEqual([false, false, false, false]);
    expect([live.ask(selectBytesSent), live.context().failedAttempts]).toEqual([0, 0]);
    expect(live.ask(selectPageView)).toEqual({ pages: [], index: 0, title: '', isFirst: true });
  });

  it('and opens at its first page', async () => {
    const live = beginForm();
    await follow(live, [
      [
        { answer: 'loadForm', output: stored({ name: 'Kim' }, 4) },
        'filling clean',
        { definition: twoPages, data: { name: 'Kim' }, page: 'person', visited: ['person'], version: 4 },
      ],
    ]);
    expect(live.done()).toEqual([pageOpened('person')]);
    const facts = [selectHasUnsaved, selectHasPendingFiles, selectIsMadeNecessary];
    expect(facts.map((it) => live.ask(it))).toEqual([false, false, false]);
    expect(live.ask(selectPageView)).toEqual({
      pages: [
        { key: 'person', title: 'Person', state: 'current' },
        { key: 'more', title: 'More', state: 'open' },
      ],
      index: 0,
      title: 'Person',
      isFirst: true,
    });
    await follow(live, [[next, 'filling sending', { visited: ['person', 'more'] }]]);
    expect(live.ask(selectPageView)).toMatchObject({
      pages: [{ state: 'visited' }, { state: 'current' }],
      index: 1,
      title: 'More',
      isFirst: false,
    });
  });

  it('to be saved at once where opening it is a change', async () => {
    const live = await openForm({ name: 'Kim' }, { saveAtOnce: true });
    expect([live.state(), live.context().isSaved]).toEqual(['filling sending', false]);
    await follow(live, [[{ answer: 'saveProgress', output: saved(5) }, 'filling clean', { isSaved: true }]]);
  });

  it('again after a failure: at a wish, in a new session, with the network, in another language', async () => {
    const live = beginForm();
    const loadFails: Step = [{ refuse: 'loadForm', error: network }, 'failed', { problem: network }];
    await follow(live, [
      loadFails,
      [{ type: 'retry.requested' }, 'loading'],
      loadFails,
      [{ type: 'session.renewed' }, 'loading'],
      loadFails,
      [{ type: 'network.restored' }, 'loading'],
      loadFails,
      [reads('en'), 'loading', { locale: 'en' }],
      [reads('de'), 'loading', { locale: 'de' }],
      [{ type: 'area.changed' }, 'loading'],
    ]);
    const languages = live.calls('loadForm').map((it) => (it as { locale: string }).locale);
    expect(languages.join(' ')).toBe('de de de de en de de');
    expect(live.underWay('loadForm')).toBe(1);
    await follow(live, [[{ answer: 'loadForm', output: stored({}, 1) }, 'filling clean', { problem: null }]]);
  });

  it('only where this window edits', async () => {
    await follow(beginForm(), [
      [{ refuse: 'loadForm', error: { code: 'edited-elsewhere' } }, 'barred', { problem: null }],
      [reads('en'), 'barred', { locale: 'en' }],
      [{ type: 'retry.requested' }, 'barred'],
      [{ type: 'editing.gained' }, 'loading'],
    ]);
  });

  it('and is filled in without anybody who listens', async () => {
    const live = await openForm({ name: 'Kim' }, { parent: undefined });
    await follow(live, [
      [back, 'filling clean'],
      [toSummary, 'finished clean'],
    ]);
  });
});

describe('what is typed', () => {
  it('is saved when it is quiet for a moment, in the language that is read', async () => {
    const live = await openForm();
    live.done();
    await follow(live, [
      [typed('Jo'), 'filling dirty', { data: { name: 'Jo' }, isTold: true, isSaved: false }],
      [{ passMs: 400 }, 'filling sending'],
      [typed('Joey'), 'filling sending'],
      [{ answer: 'saveProgress', output: saved(5) }, 'filling dirty', { isSaved: false }],
    ]);
    expect(live.calls('saveProgress')).toEqual([
      { processId: 'p', locale: 'de', version: 4, content: { data: { name: 'Jo' }, page: 'person' } },
    ]);
    expect(live.done()).toEqual([{ type: 'form.saved', saved: saved(5) }]);
    await follow(live, [
      [reads('en'), 'filling reloading dirty'],
      [{ passMs: 400 }, 'filling reloading sending'],
      [{ answer: 'saveProgress', output: saved(6) }, 'filling reloading clean', { isSaved: true }],
    ]);
    expect(live.calls('saveProgress').at(-1)).toMatchObject({ locale: 'en' });
    expect(live.ask(selectHasUnsaved)).toBe(false);
  });

  it.each([
    ['on', next, 'filling', 'more'],
    ['back', back, 'filling', 'person'],
    ['to a page', choosesPage('more'), 'filling', 'more'],
    ['to an address', asksPage('more'), 'filling', 'more'],
    ['to the summary', toSummary, 'finishing', 'person'],
  ])('is saved at once on the way %s, in one write with the page', async (_, event, state, page) => {
    const live = await openForm();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [event, `${state} sending`],
      [
        { answer: 'saveProgress', output: saved(5) },
        `${state === 'finishing' ? 'finished' : state} clean`,
        { page },
      ],
    ]);
    expect(live.calls('saveProgress')).toMatchObject([{ content: { data: { name: 'Jo' }, page } }]);
  });

  it.each([
    ['back from the first page', back],
    ['to the page on the screen', choosesPage('person')],
    ['to no other page', choosesPage(null)],
    ['to its address', asksPage('person')],
    ['to the summary', toSummary],
    ['on from a page that is broken', next],
  ])('is not written again on the way %s', async (_, event) => {
    const live = await openForm(event === next ? {} : { name: 'Kim' });
    await live.send(event);
    await live.passTime(1_000);
    expect(live.calls('saveProgress')).toEqual([]);
  });

  it('is not called unsaved because a page was turned', async () => {
    const live = await openForm();
    const says = () => [live.ask(selectHasUnsaved), live.ask(selectHasToWrite)];
    await live.send(typed('Jo'));
    expect(says()).toEqual([true, true]);
    await live.passTime(400);
    await live.answer('saveProgress', saved(5));
    expect(says()).toEqual([false, false]);
    await live.send(typed('Jo'), next);
    expect(says()).toEqual([false, true]);
    await follow(live, [fails('edited-elsewhere', 'filling elsewhere')]);
    expect(live.ask(selectSaveState)).toBe('elsewhere');
    expect(says(), 'the window that edits writes its own page').toEqual([false, false]);
  });

  it('is saved again when something that was wrong is over', async () => {
    await follow(await openForm(), [
      [typed('Jo'), 'filling dirty'],
      [{ passMs: 400 }, 'filling sending'],
      fails('network', 'filling pausing.counting'),
      [{ type: 'network.restored' }, 'filling sending'],
      fails('session-expired', 'filling locked'),
      [{ type: 'session.renewed' }, 'filling sending'],
      fails('edited-elsewhere', 'filling elsewhere'),
      [{ type: 'editing.gained' }, 'filling sending'],
      fails('input-invalid', 'filling refused'),
      [back, 'filling refused'],
      [next, 'filling sending'],
    ]);
  });

  it('and had arrived is saved', async () => {
    await follow(await openForm(), [
      [typed('Jo'), 'filling dirty'],
      [toSummary, 'finishing sending'],
      [{ type: 'content.arrived', isCurrent: false } as never, 'finishing sending'],
      [{ type: 'content.arrived', isCurrent: true } as never, 'finished sending'],
    ]);
  });

  it('is shown with what an earlier page of the window had written', async () => {
    const live = await openForm();
    await follow(live, [
      [{ type: 'content.joined', data: { name: 'Jo' } } as never, 'filling dirty', { data: { name: 'Jo' } }],
      [{ passMs: 400 }, 'filling sending'],
    ]);
    expect(live.calls('saveProgress')).toMatchObject([{ content: { data: { name: 'Jo' } } }]);
  });

  it('and has nowhere to go any more is lost', async () => {
    const live = await openForm();
    live.done();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ passMs: 400 }, 'filling sending'],
      fails('draft-expired', 'filling gone'),
    ]);
    expect(live.done()).toEqual([{ type: 'form.lost', problem: { code: 'draft-expired' }, files: 0 }]);
  });
});

describe('the texts', () => {
  it.each([
    ['area of the authority', { type: 'area.changed' }, 'de'],
    ['language', reads('en'), 'en'],
  ] as const)('follow the %s, and what was typed stays', async (_, event, locale) => {
    const live = await openForm();
    const there = { ...twoPages, title: 'There' };
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [event, 'filling reloading dirty', { locale }],
      [
        { answer: 'loadForm', output: { ...stored({ name: 'Other' }, 9), form: there } },
        'filling dirty',
        { definition: there, data: { name: 'Jo' }, version: 4, page: 'person' },
      ],
    ]);
    expect(live.calls('loadForm')[1]).toEqual({ processId: 'p', locale });
  });

  it('stay the old ones until they can be loaded', async () => {
    const loadFails: Step = [{ refuse: 'loadForm', error: network }, 'filling outdated clean'];
    await follow(await openForm(), [
      [reads('en'), 'filling reloading clean'],
      loadFails,
      [{ type: 'network.restored' }, 'filling reloading clean'],
      loadFails,
      [{ type: 'session.renewed' }, 'filling reloading clean'],
    ]);
  });
});

describe('a form server’s frame', () => {
  const frame = { address: 'https://forms.example/frame', token: 'token', caseId: 'case' };
  const framed = { ...stored({}, 4), frame };

  it('is given what it needs, and is replaced where it asks for it', async () => {
    const live = beginForm({ page: 'more', returnsToSummary: true, saveAtOnce: true });
    const form = { getSnapshot: live.snapshot } as never;
    expect(atWork(form)).toBe(form);
    await follow(live, [[{ answer: 'loadForm', output: framed }, 'embedded', { frame, version: 4 }]]);
    expect(atWork(form)).toBe(live.ask(selectEmbedded));
    const at = (wantedPage: string, returnsToSummary: boolean) => ({ wantedPage, returnsToSummary });
    expect(live.ask(selectEmbedded)!.getSnapshot().context).toMatchObject({
      processId: 'p',
      locale: 'de',
      frame,
      version: 4,
      ...at('more', true),
    });
    expect(live.calls('saveProgress')).toMatchObject([{ version: 4, content: { caseId: 'case' } }]);
    await live.answer('saveProgress', saved(5));
    expect(live.done()).toEqual([{ type: 'form.saved', saved: saved(5) }]);
    await follow(live, [
      [
        { type: 'frame.discarded', page: 'person', returnsToSummary: false, locale: 'en' } as never,
        'loading',
        { ...at('person', false), locale: 'en', frame: null },
      ],
      [{ answer: 'loadForm', output: framed }, 'embedded', { problem: null }],
    ]);
    expect(live.calls('loadForm').at(-1)).toEqual({ processId: 'p', locale: 'en' });
    expect(live.calls('saveProgress'), 'the next one opens with what is saved').toHaveLength(1);
    const next = live.ask(selectEmbedded)!;
    next.send({ type: 'frame.ended' });
    next.send({ type: 'retry.requested' });
    expect(live.state()).toBe('loading');
  });

  it('says what its workflow and its saving say', async () => {
    const live = beginForm();
    await live.answer('loadForm', framed);
    const says = () => [live.ask(selectSaveState), live.ask(selectHasUnsaved), live.ask(selectHasToWrite)];
    const embedded = live.ask(selectEmbedded)!;
    expect(says()).toEqual(['untouched', false, false]);
    embedded.send({ type: 'frame.dirtied', dirty: true });
    expect(says(), 'the form server does not have the entries').toEqual(['saving', true, true]);
    embedded.send({ type: 'frame.progressed', revision: 1 });
    expect(says()).toEqual(['saving', true, true]);
    await live.refuse('saveProgress', network);
    expect(says()).toEqual(['retrying', true, true]);
    embedded.send({ type: 'network.restored' });
    embedded.send({ type: 'frame.dirtied', dirty: false });
    await live.answer('saveProgress', saved(5));
    expect(says()).toEqual(['saved', false, false]);
    embedded.send({ type: 'frame.progressed', revision: 2 });
    await live.refuse('saveProgress', { code: 'input-invalid' });
    expect(says(), 'there is nothing left that could be saved').toEqual(['refused', false, false]);
  });
});
