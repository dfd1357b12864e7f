import { describe, expect, it } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { formMachine } from '#machines/form/form.machine.ts';
import {
  type SaveState,
  selectAsksAboutNewerState,
  selectCorrectsMore,
  selectFormHasFailed,
  selectHasPendingFiles,
  selectHasUnsaved,
  selectIsBarred,
  selectIsFinishing,
  selectIsHindered,
  selectIsLoading,
  selectNeededLevel,
  selectPageView,
  selectPause,
  selectSaveState,
  selectToCorrect,
} from '#machines/form/form.selectors.ts';
import type { FormContext, FormInput } from '#machines/form/form.types.ts';
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

/** State of the save indicator for each state of the saving. */
const SAVE_STATES: Record<string, SaveState> = {
  dirty: 'saving',
  sending: 'saving',
  pausing: 'retrying',
  comparing: 'retrying',
  asking: 'conflict',
  postponed: 'conflict',
  elsewhere: 'elsewhere',
  locked: 'blocked',
  refused: 'refused',
};

function open(input: Partial<FormInput> = {}) {
  /** Reports of the form, and messages to the frame. */
  const done: unknown[] = [];
  const inputs: unknown[] = [];
  const machine = formMachine.provide({
    actors: {
      embedded: fromCallback<AnyEventObject>(({ input: given, receive }) => {
        inputs.push(given);
        receive((event) => done.push(['frame', event]));
      }) as never,
      upload: fromCallback(() => undefined) as never,
    },
    actions: {
      tellParent: (_, { report }) => void done.push(report),
      tellPage: ({ context }) => void done.push(pageOpened(context.page, context.returnsToSummary)),
    },
  });
  const live = runLive(machine, () => ({ processId: 'p', locale: 'de', ...input }), [
    'loadForm',
    'saveProgress',
  ]);
  const context = () => live.snapshot().context as FormContext;
  const state = () => {
    const full = live.state();
    const short = full.startsWith('open.')
      ? full
          .split('+')
          .filter((it) => !/values|files|texts\.present/.test(it))
          .map((it) => it.split('.').at(-1))
          .join(' ')
      : full;
    looksAs(short, live.snapshot() as never, context());
    return short;
  };
  return { ...live, state, context, inputs, done: () => done.splice(0) };
}

function looksAs(state: string, snapshot: never, context: FormContext): void {
  expect(selectIsLoading(snapshot)).toBe(state === 'loading');
  expect(selectFormHasFailed(snapshot)).toBe(state === 'failed');
  expect(selectIsBarred(snapshot)).toBe(state === 'barred');
  expect(selectIsFinishing(snapshot)).toBe(state.startsWith('finishing '));
  expect(selectAsksAboutNewerState(snapshot)).toBe(state.endsWith(' asking'));
  const [, saving] = /^\w+ (?:\w+ )?(\w+)$/.exec(state) ?? [];
  if (saving === undefined) return;
  const says = SAVE_STATES[saving] ?? (context.savedAt ? 'saved' : 'untouched');
  expect(selectSaveState(snapshot), state).toBe(says);
  expect(selectIsHindered(snapshot)).toBe(['conflict', 'refused', 'blocked'].includes(says));
  expect(selectPause(snapshot) !== null).toBe(saving === 'pausing');
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
      frameSaving: 'clean',
      revision: 0,
      savedRevision: 0,
      savedData: {},
      summaryData: null,
      sent: null,
      unanswered: [],
      savedAt: null,
      attempts: 0,
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
          savedData: { name: 'Kim' },
          page: 'person',
          visited: ['person'],
          version: 4,
          revision: 0,
          savedRevision: 0,
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
    await follow(live, [[{ type: 'page.nextRequested' }, 'filling dirty', { visited: ['person', 'more'] }]]);
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
    expect(live.state()).toBe('filling dirty');
    expect(live.snapshot().context).toMatchObject({ saveAtOnce: false, savedRevision: -1 });
    await follow(live, [
      [{ passMs: 0 }, 'filling sending'],
      [{ answer: 'saveProgress', output: saved(5) }, 'filling clean', { savedRevision: 0 }],
    ]);
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
    await follow(live, [
      [{ answer: 'loadForm', output: stored({}, 1) }, 'filling clean', { problem: null, attempts: 0 }],
    ]);
  });

  it('only where this window edits', async () => {
    const live = open();
    await follow(live, [
      [{ refuse: 'loadForm', error: { code: 'edited-elsewhere' } }, 'barred', { problem: null }],
      [{ type: 'locale.changed', locale: 'en' } as never, 'barred', { locale: 'en' }],
      [{ type: 'retry.requested' }, 'barred'],
    ]);
    expect(selectSaveState(live.snapshot() as never)).toBe('elsewhere');
    await follow(live, [[{ type: 'editing.gained' }, 'loading']]);
  });
});

describe('what is typed', () => {
  it('is saved when it is quiet for a moment', async () => {
    const live = await opened();
    live.done();
    await follow(live, [
      [typed('Jo'), 'filling dirty', { data: { name: 'Jo' }, savedData: { name: 'Kim' }, revision: 1 }],
      [{ passMs: 399 }, 'filling dirty'],
      [typed('Joe'), 'filling dirty', { revision: 2 }],
      [{ passMs: 399 }, 'filling dirty'],
      [{ passMs: 1 }, 'filling sending', { sent: { revision: 2, data: { name: 'Joe' } } }],
    ]);
    expect(selectHasUnsaved(live.snapshot() as never)).toBe(true);
    expect(live.calls('saveProgress')).toEqual([
      { processId: 'p', locale: 'de', version: 4, data: { name: 'Joe' }, page: 'person' },
    ]);
    await follow(live, [
      [typed('Joey'), 'filling sending', { revision: 3 }],
      [
        { answer: 'saveProgress', output: saved(5) },
        'filling dirty',
        { version: 5, savedAt: SAVED_AT, savedRevision: 2, savedData: { name: 'Joe' }, sent: null },
      ],
    ]);
    expect(live.done()).toEqual([{ type: 'form.saved', saved: saved(5) }]);
    await follow(live, [
      [{ passMs: 400 }, 'filling sending'],
      [{ answer: 'saveProgress', output: saved(6) }, 'filling clean', { savedRevision: 3 }],
    ]);
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

  it.each<[string, string, boolean, number | null]>([
    ['network', 'pausing', true, null],
    ['overloaded', 'pausing', true, null],
    ['version-conflict', 'asking', false, null],
    ['edited-elsewhere', 'elsewhere', false, null],
    ['session-expired', 'locked', true, null],
    ['login-required', 'locked', true, null],
    ['trust-level-too-low', 'locked', true, null],
    ['not-found', 'refused', true, 0],
    ['draft-expired', 'refused', true, 0],
    ['status-conflict', 'refused', true, 0],
    ['input-invalid', 'refused', true, null],
  ])('and refused with %s: %s', async (code, state, isKept, lost) => {
    const live = await opened();
    live.done();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ passMs: 400 }, 'filling sending'],
      [
        { refuse: 'saveProgress', error: { code } },
        `filling ${state}`,
        isKept ? { problem: { code }, attempts: 1, sent: null } : { problem: null },
      ],
    ]);
    expect(live.done()).toEqual(lost === null ? [] : [{ type: 'form.lost', problem: { code }, files: lost }]);
    const level = code === 'trust-level-too-low' ? 'high' : null;
    expect(selectNeededLevel(live.snapshot() as never)).toBe(level);
  });

  const until = async (error: object, state: string) => {
    const live = await opened();
    await follow(live, [
      [typed('Jo'), 'filling dirty'],
      [{ passMs: 400 }, 'filling sending'],
      [{ refuse: 'saveProgress', error }, `filling ${state}`],
    ]);
    live.done();
    return live;
  };

  it('is tried again after a pause that grows, or with the network', async () => {
    const live = await until(network, 'pausing');
    const pause = () => selectPause(live.snapshot() as never);
    expect(pause()).toEqual({ ms: 1_000, attempt: 1 });
    const again: Step = [{ refuse: 'saveProgress', error: network }, 'filling pausing'];
    await follow(live, [[{ passMs: 999 }, 'filling pausing'], [{ passMs: 1 }, 'filling sending'], again]);
    expect(pause()).toEqual({ ms: 2_000, attempt: 2 });
    await follow(live, [
      [{ type: 'network.restored' }, 'filling sending'],
      [
        { answer: 'saveProgress', output: saved(5) },
        'filling clean',
        { attempts: 0, problem: null, unanswered: [] },
      ],
    ]);
  });

  it('that may have arrived is compared with what the server has', async () => {
    const arrived = async (data: object, version: number, state: string, known?: object) => {
      const live = await until(network, 'pausing');
      expect(live.context().unanswered).toEqual([{ revision: 1, data: { name: 'Jo' } }]);
      await follow(live, [
        [{ type: 'network.restored' }, 'filling sending'],
        [{ refuse: 'saveProgress', error: { code: 'version-conflict' } }, 'filling comparing'],
        [{ answer: 'loadForm', output: stored(data as never, version) }, `filling ${state}`, known],
      ]);
      expect(live.calls('loadForm')).toHaveLength(2);
    };
    const own = {
      version: 5,
      savedRevision: 1,
      savedData: { name: 'Jo' },
      unanswered: [],
      attempts: 0,
      problem: null,
    };
    await arrived({ name: 'Jo' }, 5, 'clean', own);
    await arrived({ name: 'Other' }, 5, 'asking');
    await arrived({ name: 'Jo' }, 6, 'asking');
    const lost = await until(network, 'pausing');
    await follow(lost, [
      [{ type: 'network.restored' }, 'filling sending'],
      [{ refuse: 'saveProgress', error: { code: 'version-conflict' } }, 'filling comparing'],
      [{ refuse: 'loadForm', error: network }, 'filling pausing', { problem: network, attempts: 2 }],
    ]);
  });

  it('of which an overloaded server says that it did not arrive is not compared', async () => {
    expect((await until({ code: 'overloaded' }, 'pausing')).context().unanswered).toEqual([]);
  });

  it('waits for the decision about something newer, and goes with it', async () => {
    const live = await until({ code: 'version-conflict' }, 'asking');
    await follow(live, [
      [{ type: 'newerState.postponed' }, 'filling postponed'],
      [typed('Joe'), 'filling postponed'],
      [{ type: 'newerState.requested' }, 'loading'],
    ]);
    expect(live.done()).toEqual([{ type: 'form.lost', problem: { code: 'version-conflict' }, files: 0 }]);
    const asked = await until({ code: 'version-conflict' }, 'asking');
    await follow(asked, [[{ type: 'newerState.requested' }, 'loading']]);
  });

  it('waits for the window, the login, or the person', async () => {
    const elsewhere = await until({ code: 'edited-elsewhere' }, 'elsewhere');
    const hasUnsaved = () => selectHasUnsaved(elsewhere.snapshot() as never);
    expect(hasUnsaved()).toBe(true);
    await follow(elsewhere, [[typed('Kim'), 'filling elsewhere']]);
    expect(hasUnsaved(), 'it was typed back').toBe(false);
    await follow(elsewhere, [[{ type: 'editing.gained' }, 'filling sending']]);
    const locked = await until({ code: 'trust-level-too-low', trustLevel: 'substantial' }, 'locked');
    expect(selectNeededLevel(locked.snapshot() as never)).toBe('substantial');
    await follow(locked, [[{ type: 'session.renewed' }, 'filling sending']]);
    await follow(await until({ code: 'input-invalid' }, 'refused'), [
      [{ type: 'session.renewed' }, 'filling sending'],
      [{ refuse: 'saveProgress', error: { code: 'input-invalid' } }, 'filling refused'],
      [{ type: 'page.nextRequested' }, 'filling sending'],
    ]);
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
      [{ type: 'page.nextRequested' }, 'filling dirty', { page: 'more', revision: 1 }],
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
        'filling dirty',
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
    await follow(live, [[next, 'filling dirty', { page: 'more', toCorrect: [there] }]]);
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

  it('is given what it needs, and told what happens', async () => {
    const live = open({ page: 'more', returnsToSummary: true, saveAtOnce: true });
    await follow(live, [
      [{ answer: 'loadForm', output: framed }, 'embedded', { frame, version: 4, frameSaving: 'clean' }],
    ]);
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
    const events: object[] = [
      { type: 'page.backRequested' },
      { type: 'page.chosen', page: null },
      { type: 'page.requested', page: 'x', returnsToSummary: false },
      { type: 'summary.requested' },
      { type: 'network.restored' },
      { type: 'session.renewed' },
      { type: 'editing.gained' },
      { type: 'retry.requested' },
      { type: 'locale.changed', locale: 'en' },
    ];
    for (const event of events) await live.bring(event as never);
    expect(live.done()).toEqual(events.map((event) => ['frame', event]));
    expect(live.context().locale).toBe('en');
  });

  it('tells how its saving stands, and is replaced where it asks for it', async () => {
    const live = open();
    await follow(live, [
      [{ answer: 'loadForm', output: framed }, 'embedded'],
      [
        { type: 'frame.moved', saving: 'pausing', savedAt: SAVED_AT, attempts: 3, problem: network } as never,
        'embedded',
        { frameSaving: 'pausing', savedAt: SAVED_AT, attempts: 3, problem: network },
      ],
    ]);
    expect(selectPause(live.snapshot() as never)).toEqual({ ms: 4_000, attempt: 3 });
    await follow(live, [
      [
        { type: 'frame.discarded', page: 'more', returnsToSummary: true } as never,
        'loading',
        { wantedPage: 'more', returnsToSummary: true, saveAtOnce: false, frame: null, frameSaving: 'clean' },
      ],
      [{ answer: 'loadForm', output: framed }, 'embedded', { problem: null, attempts: 0 }],
      [
        { type: 'frame.moved', saving: 'dirty', savedAt: SAVED_AT, attempts: 0, problem: null } as never,
        'embedded',
      ],
    ]);
    expect(selectPause(live.snapshot() as never)).toBeNull();
  });
});
