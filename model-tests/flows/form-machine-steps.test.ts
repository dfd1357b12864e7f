import { describe, expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { formMachine } from '#machines/form/form.machine.ts';
import {
  selectCorrectsMore,
  selectFormHasFailed,
  selectHasPendingFiles,
  selectHasUnsaved,
  selectIsBarred,
  selectIsFinishing,
  selectIsLoading,
  selectPageView,
  selectSaving,
  selectToCorrect,
} from '#machines/form/form.selectors.ts';
import type { FormContext, FormInput } from '#machines/form/form.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import { stateName } from '../paths/subject.ts';
import { follow, type Step } from './follow.ts';
import { stored } from './form.subject.ts';
import { runLive } from './live.ts';

const network = { code: 'network' };
const typed = (value: string) => ({ type: 'value.changed', path: 'name', value }) as never;
const asksPage = (page: string, returnsToSummary = false) =>
  ({ type: 'page.requested', page, returnsToSummary }) as never;
const SAVED_AT = '2026-11-20T10:00:00Z';
const saved = (version: number) => ({
  version,
  status: 'EDITING',
  savedAt: SAVED_AT,
  availableUntil: 'later',
});
const pageOpened = (page: string, returnsToSummary = false) => ['page', page, returnsToSummary];

function open(input: Partial<FormInput> = {}) {
  /** Reports of the form. */
  const done: unknown[] = [];
  const inputs: unknown[] = [];
  const machine = formMachine.provide({
    actors: {
      embedded: fromCallback(({ input: of }) => void inputs.push(of)) as never,
      upload: fromCallback(() => undefined) as never,
    },
    actions: {
      tellParent: (_, { report }) => void done.push(report),
      tellPage: ({ context }) => void done.push(pageOpened(context.page, context.returnsToSummary)),
    },
  });
  const given = { processId: 'p', locale: 'de', ...input };
  const live = runLive(machine, () => given, ['loadForm', 'saveProgress'], { saving: savingMachine });
  const context = () => live.snapshot().context as FormContext;
  const state = () => {
    const full = live.state();
    const short = full.startsWith('open.')
      ? full
          .split('+')
          .filter((it) => !/values|files|saving|texts\.present/.test(it))
          .map((it) => it.split('.').at(-1))
          .concat(stateName(selectSaving(live.snapshot() as never)?.getSnapshot().value))
          .join(' ')
      : full;
    looksAs(short, live.snapshot() as never);
    return short;
  };
  return { ...live, state, context, inputs, done: () => done.splice(0) };
}

function looksAs(state: string, snapshot: never): void {
  expect(selectIsLoading(snapshot)).toBe(state === 'loading');
  expect(selectFormHasFailed(snapshot)).toBe(state === 'failed');
  expect(selectIsBarred(snapshot)).toBe(state === 'barred');
  expect(selectIsFinishing(snapshot)).toBe(state.startsWith('finishing '));
}

async function opened(data: object = { name: 'Kim' }, input: Partial<FormInput> = {}) {
  const live = open(input);
  await live.answer('loadForm', stored(data as never, 4));
  return live;
}

describe('a form is loaded', () => {
  it('for its process in the language, with nothing else known', () => {
    const live = open();
    expect(live.state()).toBe('loading');
    const { evaluation: _, ...context } = live.context();
    expect(context).toEqual({
      processId: 'p',
      locale: 'de',
      parent: null,
      definition: null,
      data: {},
      page: '',
      visited: [],
      returnsToSummary: false,
      toCorrect: [],
      isMadeNecessary: false,
      version: 0,
      saveAtOnce: false,
      wantedPage: null,
      frame: null,
      isTold: true,
      isSaved: true,
      summaryData: null,
      problem: null,
      failedAttempts: 0,
      objected: [],
      removedRow: null,
      pendingFiles: [],
    });
    expect(live.calls('loadForm')).toEqual([{ processId: 'p', locale: 'de' }]);
    const parent = {} as never;
    expect(open({ parent, page: 'more', returnsToSummary: true, saveAtOnce: true }).context()).toMatchObject({
      parent,
      wantedPage: 'more',
      returnsToSummary: true,
      saveAtOnce: true,
    });
  });

  it('and opens at its first page', async () => {
    const live = open();
    const form = stored({ name: 'Kim' }, 4);
    await follow(live, [
      [
        { answer: 'loadForm', output: form },
        'filling clean',
        {
          definition: form.form,
          data: { name: 'Kim' },
          page: 'person',
          visited: ['person'],
          version: 4,
          isSaved: true,
        },
      ],
    ]);
    expect(live.done()).toEqual([pageOpened('person')]);
    expect(selectHasUnsaved(live.snapshot() as never)).toBe(false);
    expect(selectPageView(live.snapshot() as never)).toEqual({
      pages: [
        { key: 'person', title: 'Person', state: 'current' },
        { key: 'more', title: 'More', state: 'open' },
      ],
      index: 0,
      title: 'Person',
      isFirst: true,
    });
    await follow(live, [
      [{ type: 'page.nextRequested' }, 'filling sending', { visited: ['person', 'more'] }],
    ]);
    expect(selectPageView(live.snapshot() as never)).toMatchObject({
      pages: [{ state: 'visited' }, { state: 'current' }],
      index: 1,
      title: 'More',
      isFirst: false,
    });
  });

  it('where it stood, and with all pages seen by who comes from the summary', async () => {
    const live = open();
    await follow(live, [
      [
        { answer: 'loadForm', output: { ...stored({ name: 'Kim' }, 4), page: 'more' } },
        'filling clean',
        { page: 'more', visited: ['person', 'more'] },
      ],
    ]);
    const changing = await opened({}, { page: 'person', returnsToSummary: true });
    expect(changing.context()).toMatchObject({
      page: 'person',
      visited: ['person', 'more'],
      wantedPage: null,
    });
  });

  it('to be saved at once where opening it is a change', async () => {
    const live = await opened({ name: 'Kim' }, { saveAtOnce: true });
    expect(live.state()).toBe('filling sending');
    expect(live.context().isSaved).toBe(false);
    await follow(live, [[{ answer: 'saveProgress', output: saved(5) }, 'filling clean', { isSaved: true }]]);
  });

  it('again after a failure: at a wish, in a new session, with the network, in another language', async () => {
    const live = open();
    const fails: Step = [{ refuse: 'loadForm', error: network }, 'failed', { problem: network }];
    await follow(live, [
      fails,
      [{ type: 'retry.requested' }, 'loading'],
      fails,
      [{ type: 'session.renewed' }, 'loading'],
      fails,
      [{ type: 'network.restored' }, 'loading'],
      fails,
      [{ type: 'locale.changed', locale: 'en' } as never, 'loading', { locale: 'en' }],
      [{ type: 'locale.changed', locale: 'de' } as never, 'loading', { locale: 'de' }],
      [{ type: 'area.changed' }, 'loading'],
    ]);
    expect(live.calls('loadForm').map((it) => (it as { locale: string }).locale)).toEqual([
      'de',
      'de',
      'de',
      'de',
      'en',
      'de',
      'de',
    ]);
    expect(live.underWay('loadForm')).toBe(1);
    await follow(live, [[{ answer: 'loadForm', output: stored({}, 1) }, 'filling clean', { problem: null }]]);
  });

  it('only where this window edits', async () => {
    const live = open();
    await follow(live, [
      [{ refuse: 'loadForm', error: { code: 'edited-elsewhere' } }, 'barred', { problem: null }],
      [{ type: 'locale.changed', locale: 'en' } as never, 'barred', { locale: 'en' }],
      [{ type: 'retry.requested' }, 'barred'],
    ]);
    await follow(live, [[{ type: 'editing.gained' }, 'loading']]);
  });
});

describe('what is typed', () => {
  it('is saved when it is quiet for a moment', async () => {
    const live = await opened();
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
      [{ type: 'locale.changed', locale: 'en' } as never, 'filling reloading dirty'],
      [{ passMs: 400 }, 'filling reloading sending'],
      [{ answer: 'saveProgress', output: saved(6) }, 'filling reloading clean', { isSaved: true }],
    ]);
    expect(live.calls('saveProgress').at(-1)).toMatchObject({ locale: 'en' });
    expect(selectHasUnsaved(live.snapshot() as never)).toBe(false);
  });

  it.each<[string, object, string]>([
    ['on', { type: 'page.nextRequested' }, 'filling sending'],
    ['back', { type: 'page.backRequested' }, 'filling sending'],
    ['to a page', { type: 'page.chosen', page: 'person' }, 'filling sending'],
    ['to an address', { type: 'page.requested', page: 'person', returnsToSummary: false }, 'filling sending'],
    ['to the summary', { type: 'summary.requested' }, 'finishing sending'],
  ])('is saved at once on the way %s', async (_, event, state) => {
    await follow(await opened(), [
      [typed('Jo'), 'filling dirty'],
      [event as never, state],
    ]);
  });

  it('is saved again when something that was wrong is over', async () => {
    const live = await opened();
    const fails = (code: string, state: string): Step => [
      { refuse: 'saveProgress', error: { code } },
      `filling ${state}`,
    ];
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ passMs: 400 }, 'filling sending'],
      fails('network', 'pausing.counting'),
      [{ type: 'network.restored' }, 'filling sending'],
      fails('session-expired', 'locked'),
      [{ type: 'session.renewed' }, 'filling sending'],
      fails('edited-elsewhere', 'elsewhere'),
      [{ type: 'editing.gained' }, 'filling sending'],
      fails('input-invalid', 'refused'),
      [{ type: 'page.backRequested' }, 'filling refused'],
      [{ type: 'page.nextRequested' }, 'filling sending'],
    ]);
  });

  it('and had arrived is saved', async () => {
    const live = await opened();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ type: 'summary.requested' }, 'finishing sending'],
      [{ type: 'content.arrived', isCurrent: false } as never, 'finishing sending'],
      [{ type: 'content.arrived', isCurrent: true } as never, 'finished sending'],
    ]);
  });

  it('and has nowhere to go any more is lost', async () => {
    const live = await opened();
    live.done();
    const problem = { code: 'draft-expired' };
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ passMs: 400 }, 'filling sending'],
      [{ refuse: 'saveProgress', error: problem }, 'filling gone'],
    ]);
    expect(live.done()).toEqual([{ type: 'form.lost', problem, files: 0 }]);
  });
});

describe('the way through the pages', () => {
  it('shows what is missing only after an attempt to continue, anew each time', async () => {
    const live = await opened({});
    live.done();
    await follow(live, [
      [{ type: 'page.nextRequested' }, 'showingErrors clean', { failedAttempts: 1 }],
      [{ type: 'page.nextRequested' }, 'showingErrors clean', { failedAttempts: 2 }],
      [asksPage('person'), 'showingErrors clean'],
    ]);
    expect(live.done()).toEqual([pageOpened('person')]);
    // The summary asks for the page.
    await follow(live, [[asksPage('person', true), 'showingErrors clean', { returnsToSummary: true }]]);
    expect(live.done()).toEqual([pageOpened('person', true)]);
  });

  it('goes on, back, and out', async () => {
    const live = await opened();
    live.done();
    await follow(live, [
      [{ type: 'page.nextRequested' }, 'filling sending', { page: 'more' }],
      [{ type: 'page.backRequested' }, 'filling sending', { page: 'person', visited: ['person', 'more'] }],
      [{ type: 'page.backRequested' }, 'filling sending', { page: 'person' }],
      [{ type: 'page.chosen', page: 'more' } as never, 'filling sending', { page: 'more' }],
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
    const live = await opened();
    live.done();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ type: 'summary.requested' }, 'finishing sending'],
      [{ answer: 'saveProgress', output: saved(5) }, 'finished clean'],
    ]);
    expect(live.done()).toEqual([{ type: 'form.saved', saved: saved(5) }, { type: 'form.finished' }]);
    await follow(live, [
      [
        { type: 'page.chosen', page: 'more', returnsToSummary: true } as never,
        'filling sending',
        { page: 'more', returnsToSummary: true },
      ],
    ]);
    await follow(live, [[{ type: 'page.nextRequested' }, 'finishing sending']]);
  });

  it.each<[string, object]>([
    ['a value', { type: 'value.changed', path: 'name', value: 'X' }],
    ['a row', { type: 'row.removed', path: 'children', index: 0 }],
    ['a row that is put back', { type: 'row.restored' }],
    ['chosen files', { type: 'files.chosen', path: 'proof', files: [] }],
    ['a file', { type: 'file.removed', path: 'proof', id: 'f' }],
  ])('stays in the form for %s on the way to the summary', async (_, event) => {
    const live = await opened();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ type: 'summary.requested' }, 'finishing sending'],
    ]);
    live.done();
    await follow(live, [[event as never, 'filling sending']]);
    expect(live.done()).toEqual([{ type: 'form.stayed' }, pageOpened('person')]);
  });

  it('returns to the summary without a look at the page', async () => {
    const live = await opened({}, { page: 'person', returnsToSummary: true });
    live.done();
    await follow(live, [[{ type: 'page.backRequested' }, 'finished clean']]);
    expect(live.done()).toEqual([{ type: 'form.finished' }]);
  });

  it('opens every page with something to correct before the summary, once', async () => {
    const here = { key: 'name', page: 'person' };
    const there = { key: 'note', page: 'more' };
    const live = await opened(
      { name: 'Kim' },
      { page: 'person', returnsToSummary: true, toCorrect: [here, there] },
    );
    const shown = () => selectToCorrect(live.snapshot() as never);
    expect(shown()).toEqual(['name']);
    expect(selectCorrectsMore(live.snapshot() as never)).toBe(true);
    const next = { type: 'page.nextRequested' } as never;
    await follow(live, [[next, 'filling sending', { page: 'more', toCorrect: [there] }]]);
    expect(shown()).toEqual(['note']);
    expect(selectCorrectsMore(live.snapshot() as never)).toBe(false);
    await follow(live, [
      [next, 'finishing sending', { toCorrect: [there] }],
      [{ answer: 'saveProgress', output: saved(5) }, 'finished clean', { toCorrect: [] }],
    ]);
  });

  it('waits for a file that is on its way', async () => {
    const pdf = { name: 'a.pdf', size: 9, type: 'application/pdf', content: null };
    const live = await opened();
    await live.bring({ type: 'files.chosen', path: 'proof', files: [pdf] } as never);
    expect(selectHasPendingFiles(live.snapshot() as never)).toBe(true);
    await live.bring({ type: 'page.nextRequested' });
    expect(live.snapshot().matches({ open: { navigation: 'awaiting' } })).toBe(true);
    await live.bring(typed('Jo'));
    expect(live.snapshot().matches({ open: { navigation: 'filling' } })).toBe(true);
  });
});

describe('the texts', () => {
  it('follow the area of the authority, and what was typed stays', async () => {
    const live = await opened();
    const there = { ...(stored({}, 9).form as object), title: 'There' };
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ type: 'area.changed' }, 'filling reloading dirty'],
      [
        { answer: 'loadForm', output: { ...stored({ name: 'Other' }, 9), form: there } },
        'filling dirty',
        { definition: there, data: { name: 'Jo' }, version: 4, page: 'person' },
      ],
    ]);
  });

  it('follow the language, and what was typed stays', async () => {
    const live = await opened();
    const english = { ...(stored({}, 9).form as object), title: 'English' };
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ type: 'locale.changed', locale: 'en' } as never, 'filling reloading dirty', { locale: 'en' }],
      [
        { answer: 'loadForm', output: { ...stored({ name: 'Other' }, 9), form: english } },
        'filling dirty',
        { definition: english, data: { name: 'Jo' }, version: 4, page: 'person' },
      ],
    ]);
    const fails: Step = [{ refuse: 'loadForm', error: network }, 'filling outdated clean'];
    const again = await opened();
    await follow(again, [
      [{ type: 'locale.changed', locale: 'en' } as never, 'filling reloading clean'],
      fails,
      [{ type: 'network.restored' }, 'filling reloading clean'],
      fails,
      [{ type: 'session.renewed' }, 'filling reloading clean'],
    ]);
    expect(again.calls('loadForm')[1]).toEqual({ processId: 'p', locale: 'en' });
  });
});

describe('a form server’s frame', () => {
  const frame = { address: 'https://forms.example/frame', token: 'token', caseId: 'case' };
  const framed = { ...stored({}, 4), frame };

  it('is given what it needs', async () => {
    const live = open({ page: 'more', returnsToSummary: true, saveAtOnce: true });
    await follow(live, [[{ answer: 'loadForm', output: framed }, 'embedded', { frame, version: 4 }]]);
    expect(live.inputs).toMatchObject([
      {
        processId: 'p',
        locale: 'de',
        frame,
        version: 4,
        saveAtOnce: true,
        page: 'more',
        returnsToSummary: true,
      },
    ]);
  });

  it('is replaced where it asks for it', async () => {
    const live = open({ saveAtOnce: true });
    await follow(live, [
      [{ answer: 'loadForm', output: framed }, 'embedded'],
      [
        { type: 'frame.discarded', page: 'more', returnsToSummary: true, locale: 'en' } as never,
        'loading',
        { wantedPage: 'more', returnsToSummary: true, locale: 'en', saveAtOnce: false, frame: null },
      ],
      [{ answer: 'loadForm', output: framed }, 'embedded', { problem: null }],
    ]);
    expect(live.calls('loadForm').at(-1)).toEqual({ processId: 'p', locale: 'en' });
  });
});
