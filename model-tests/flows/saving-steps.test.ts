import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import type { FormData } from '#forms/types.ts';
import { problemOf } from '#machines/kit/problem.ts';
import { saysTheSame } from '#machines/saving/saving.equal.ts';
import { joined } from '#machines/saving/saving.joined.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import { pauseOf } from '#machines/saving/saving.retries.ts';
import {
  type SavingState,
  selectAsksAboutNewerState,
  selectHasFailed,
  selectIsHindered,
  selectIsToBeWritten,
  selectIsUnsaved,
  selectNeededLevel,
  selectProblem,
  selectSavedAt,
  selectSavingState,
  selectSecondsLeft,
} from '#machines/saving/saving.selectors.ts';
import type { Content, SavingContext, SavingInput } from '#machines/saving/saving.types.ts';
import { follow, type Step } from './follow.ts';
import { stored } from './form.subject.ts';
import { runLive } from './live.ts';

const network = { code: 'network' };
const SAVED_AT = '2026-11-20T10:00:00Z';
const saved = (version: number) => ({
  version,
  status: 'EDITING',
  savedAt: SAVED_AT,
  availableUntil: 'later',
});
const entries = (name: string, page = 'person'): Content => ({ data: { name }, page });
const changed = (content: Content) => ({ type: 'content.changed', content }) as never;
const typed = (name: string) => changed(entries(name));
const aCase: Content = { caseId: 'case' };
const stores = changed(aCase);

/** State of the save indicator for each state of the saving. */
const SAYS: Record<string, SavingState> = {
  dirty: 'saving',
  sending: 'saving',
  'pausing.counting': 'retrying',
  comparing: 'retrying',
  'conflict.asking': 'conflict',
  'conflict.postponed': 'conflict',
  elsewhere: 'elsewhere',
  locked: 'blocked',
  refused: 'refused',
  gone: 'refused',
};

function open(given: Partial<SavingInput> = {}) {
  const done: unknown[] = [];
  const parent = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((report) => done.push(report))),
  ).start();
  const input = { processId: 'p', locale: 'de', version: 4, content: entries('Kim'), saveAtOnce: false };
  const live = runLive(savingMachine, () => ({ ...input, parent, ...given }), ['saveProgress', 'loadStored']);
  const context = () => live.snapshot().context as SavingContext;
  const ask = <T>(select: (snapshot: never) => T): T => select(live.snapshot() as never);
  const state = () => {
    const at = live.state();
    const says = SAYS[at] ?? (context().savedAt ? 'saved' : 'untouched');
    expect(ask(selectSavingState), at).toBe(says);
    expect(ask(selectIsHindered), at).toBe(['conflict', 'refused', 'blocked'].includes(says));
    expect(ask(selectSecondsLeft) !== null, at).toBe(at === 'pausing.counting');
    expect(ask(selectAsksAboutNewerState), at).toBe(at === 'conflict.asking');
    return at;
  };
  return { ...live, state, context, ask, done: () => done.splice(0) };
}

const ofCase = (given: Partial<SavingInput> = {}) => open({ content: aCase, ...given });
const kinds = [
  ['entries', () => open(), typed('Jo')],
  ['a case', () => ofCase(), stores],
] as const;

/** A state that somebody else has stored. */
const elsesState = { ...stored({ name: 'Other' }, 6), own: false };

/** A write that failed. A newer state of entries is compared: here somebody else has written it. */
async function failed(live: ReturnType<typeof open>, error: object, state: string) {
  const areEntries = live.context().content.data !== undefined;
  await live.bring(areEntries ? typed('Jo') : stores);
  await live.passTime(400);
  const isCompared = areEntries && problemOf(error).code === 'version-conflict';
  await follow(live, [[{ refuse: 'saveProgress', error }, isCompared ? 'comparing' : state]]);
  if (isCompared) await follow(live, [[{ answer: 'loadStored', output: elsesState }, state]]);
  return live;
}

describe('the saving', () => {
  it('has nothing to write when it begins', () => {
    const live = open();
    expect(live.state()).toBe('clean');
    expect([live.ask(selectIsUnsaved), live.ask(selectIsToBeWritten)]).toEqual([false, false]);
  });

  it.each(kinds)('writes %s at once where opening is a change', async (kind) => {
    const live = kind === 'entries' ? open({ saveAtOnce: true }) : ofCase({ saveAtOnce: true });
    await follow(live, [
      [{ type: 'newerState.postponed' }, 'sending'],
      [{ answer: 'saveProgress', output: saved(5) }, 'clean', { savedRevision: 1 }],
    ]);
    expect(live.done()).toEqual([{ type: 'content.saved', isCurrent: true, saved: saved(5) }]);
  });

  it('writes what was typed when it is quiet for a moment, and what came meanwhile after that', async () => {
    const live = open();
    await follow(live, [
      [typed('Jo'), 'dirty'],
      [{ passMs: 399 }, 'dirty'],
      [typed('Joe'), 'dirty'],
      [{ passMs: 399 }, 'dirty'],
      [{ passMs: 1 }, 'sending', { sent: { revision: 2, content: entries('Joe') } }],
    ]);
    expect(live.ask(selectIsUnsaved)).toBe(true);
    expect(live.calls('saveProgress')).toEqual([
      { processId: 'p', locale: 'de', version: 4, content: entries('Joe') },
    ]);
    await follow(live, [
      [typed('Joey'), 'sending'],
      [
        { answer: 'saveProgress', output: saved(5) },
        'dirty',
        { version: 5, savedAt: SAVED_AT, savedRevision: 2, savedContent: entries('Joe'), sent: null },
      ],
    ]);
    expect(live.done()).toEqual([{ type: 'content.saved', isCurrent: false, saved: saved(5) }]);
    await follow(live, [
      [{ passMs: 400 }, 'sending'],
      [{ answer: 'saveProgress', output: saved(6) }, 'clean', { savedRevision: 3 }],
    ]);
    expect(live.done()).toEqual([{ type: 'content.saved', isCurrent: true, saved: saved(6) }]);
    expect([live.ask(selectIsUnsaved), live.ask(selectSavedAt)]).toEqual([false, SAVED_AT]);
  });

  it('waits for nobody who only turns the page, or who leaves it', async () => {
    const live = open();
    await follow(live, [[changed(entries('Kim', 'more')), 'sending']]);
    expect([live.ask(selectIsUnsaved), live.ask(selectIsToBeWritten)]).toEqual([false, true]);
    await follow(open(), [
      [typed('Jo'), 'dirty'],
      [{ type: 'save.requested' }, 'sending'],
    ]);
    await follow(open(), [[{ type: 'save.requested' }, 'clean']]);
  });

  it('asks the form server at once for what it has stored, and again for what came meanwhile', async () => {
    const live = ofCase();
    await follow(live, [
      [stores, 'sending'],
      [stores, 'sending'],
      [{ answer: 'saveProgress', output: saved(5) }, 'sending', { savedRevision: 1 }],
      [{ answer: 'saveProgress', output: saved(6) }, 'clean', { savedRevision: 2 }],
    ]);
    expect(live.calls('saveProgress')).toEqual([
      { processId: 'p', locale: 'de', version: 4, content: aCase },
      { processId: 'p', locale: 'de', version: 5, content: aCase },
    ]);
  });

  it('writes in the language that is read', async () => {
    const live = open();
    await follow(live, [
      [{ type: 'locale.changed', locale: 'en' } as never, 'clean', { locale: 'en', revision: 0 }],
      [changed(entries('Kim', 'more')), 'sending'],
    ]);
    expect(live.calls('saveProgress')).toMatchObject([{ locale: 'en' }]);
  });
});

describe.each(kinds)('a write of %s', (kind, opened) => {
  it.each<[string, string, boolean, string | null]>([
    ['network', 'pausing.counting', true, null],
    ['overloaded', 'pausing.counting', true, null],
    ['database-unavailable', 'pausing.counting', true, null],
    ['version-conflict', 'conflict.asking', false, 'content.refused'],
    ['edited-elsewhere', 'elsewhere', false, null],
    ['session-expired', 'locked', true, null],
    ['login-required', 'locked', true, null],
    ['trust-level-too-low', 'locked', true, null],
    ['not-found', 'gone', true, 'content.lost'],
    ['draft-expired', 'gone', true, 'content.lost'],
    ['status-conflict', 'gone', true, 'content.lost'],
    ['input-invalid', 'refused', true, 'content.refused'],
  ])('that fails with %s: %s', async (code, state, isKept, report) => {
    const live = await failed(opened(), { code }, state);
    expect(live.ask(selectProblem)).toEqual(isKept ? { code } : null);
    expect(live.ask(selectHasFailed)).toBe(isKept);
    expect(live.done()).toEqual(report === null ? [] : [{ type: report, problem: { code } }]);
    expect(live.ask(selectNeededLevel)).toBe(code === 'trust-level-too-low' ? 'high' : null);
    const isOver = /conflict|refused|gone/.test(state);
    expect(live.ask(selectIsUnsaved), 'of a case nothing is left to save').toBe(
      kind === 'entries' || !isOver,
    );
    expect(live.ask(selectIsToBeWritten)).toBe(live.ask(selectIsUnsaved));
    if (state !== 'locked') return;
    await follow(live, [[{ type: 'session.renewed' }, 'sending']]);
    expect(live.ask(selectNeededLevel), 'after another login, no level is asked for').toBeNull();
  });

  it('is tried again after a pause that grows, or with the network', async () => {
    const live = await failed(opened(), network, 'pausing.counting');
    const again: Step = [{ refuse: 'saveProgress', error: network }, 'pausing.counting'];
    expect(live.ask(selectSecondsLeft)).toBe(1);
    await follow(live, [[{ passMs: 999 }, 'pausing.counting'], [{ passMs: 1 }, 'sending'], again]);
    expect(live.ask(selectSecondsLeft)).toBe(2);
    await follow(live, [
      [{ type: 'network.restored' }, 'sending'],
      [{ answer: 'saveProgress', output: saved(5) }, 'clean', { attempts: 0, problem: null, unanswered: [] }],
    ]);
  });

  it('waits as long as the server has asked it to, and takes with it what came meanwhile', async () => {
    const live = await failed(opened(), { code: 'overloaded', retryAfter: 5 }, 'pausing.counting');
    const second: Step = [{ passMs: 1_000 }, 'pausing.counting'];
    for (const left of [5, 4, 3, 2]) {
      expect(live.ask(selectSecondsLeft)).toBe(left);
      await follow(live, [second]);
    }
    expect(live.ask(selectSecondsLeft)).toBe(1);
    await follow(live, [
      [typed('Ada Lovelace'), 'pausing.counting'],
      [{ passMs: 999 }, 'pausing.counting'],
      [{ passMs: 1 }, 'sending'],
    ]);
    // The first was not used: it is not a separate version.
    const [, again] = live.calls('saveProgress');
    expect(again).toMatchObject({ version: 4, content: entries('Ada Lovelace') });
  });

  it('waits for the window and for the login', async () => {
    const elsewhere = await failed(opened(), { code: 'edited-elsewhere' }, 'elsewhere');
    await follow(elsewhere, [
      [{ type: 'network.restored' }, 'elsewhere'],
      [{ type: 'editing.gained' }, 'sending'],
    ]);
    const problem = { code: 'trust-level-too-low', trustLevel: 'substantial' };
    const locked = await failed(opened(), problem, 'locked');
    expect(locked.ask(selectNeededLevel)).toBe('substantial');
    await follow(locked, [[{ type: 'session.renewed' }, 'sending']]);
  });

  it('that may have arrived is compared with what the server has', async () => {
    const live = await failed(opened(), network, 'pausing.counting');
    expect(live.context().unanswered).toMatchObject([{ revision: 1 }]);
    const toComparing: Step[] = [
      [{ type: 'network.restored' }, 'sending'],
      [{ refuse: 'saveProgress', error: { code: 'version-conflict' } }, 'comparing'],
    ];
    await follow(live, [
      ...toComparing,
      [{ refuse: 'loadStored', error: { code: 'overloaded' } }, 'pausing.counting', { attempts: 2 }],
      ...toComparing,
    ]);
    const { content } = live.context();
    expect(live.calls('loadStored')[0]).toEqual({ processId: 'p', locale: 'de', content });
    const other = { version: 6, form: null, data: {}, own: false };
    await follow(live, [[{ answer: 'loadStored', output: other }, 'conflict.asking']]);
    expect(live.done()).toEqual([{ type: 'content.refused', problem: { code: 'version-conflict' } }]);
  });

  it('of which an overloaded server says that it did not arrive is not compared', async () => {
    const live = await failed(opened(), { code: 'overloaded' }, 'pausing.counting');
    const next = kind === 'entries' ? 'comparing' : 'conflict.asking';
    await follow(live, [
      [{ type: 'network.restored' }, 'sending'],
      [{ refuse: 'saveProgress', error: { code: 'version-conflict' } }, next],
    ]);
    if (kind !== 'entries') return;
    const same = { ...stored({ name: 'Jo' }, 5), own: false };
    await follow(live, [[{ answer: 'loadStored', output: same }, 'conflict.asking']]);
  });

  it('waits for the decision about something newer, and goes with it', async () => {
    const live = await failed(opened(), { code: 'version-conflict' }, 'conflict.asking');
    live.done();
    await follow(live, [
      [{ type: 'newerState.postponed' }, 'conflict.postponed'],
      [{ type: 'newerState.requested' }, 'gone'],
    ]);
    expect(live.done()).toEqual([{ type: 'content.lost', problem: { code: 'version-conflict' } }]);
    const asked = await failed(opened(), { code: 'version-conflict' }, 'conflict.asking');
    await follow(asked, [[{ type: 'newerState.requested' }, 'gone']]);
  });
});

describe('an answer that was lost', () => {
  async function compared(live: ReturnType<typeof open>, output: object, state: string, known?: object) {
    await failed(live, network, 'pausing.counting');
    await follow(live, [
      [{ type: 'network.restored' }, 'sending'],
      [{ refuse: 'saveProgress', error: { code: 'version-conflict' } }, 'comparing'],
      [{ answer: 'loadStored', output }, state, known],
    ]);
  }

  it('is made up for by entries that say the same', async () => {
    const live = open();
    await compared(live, { ...stored({ name: 'Jo' }, 5), own: true }, 'clean', {
      version: 5,
      savedRevision: 1,
      savedContent: entries('Jo'),
      sent: null,
      unanswered: [],
      attempts: 0,
      problem: null,
    });
    expect(live.done()).toEqual([{ type: 'content.arrived', isCurrent: true }]);
    await compared(open(), { ...elsesState, version: 5 }, 'conflict.asking');
    await compared(open(), { ...stored({ name: 'Jo' }, 6), own: false }, 'conflict.asking');
  });

  it('of a case is asked for again, as nobody else can write from it', async () => {
    const live = ofCase();
    const own = { version: 5, form: null, data: {}, own: false };
    await compared(live, own, 'sending', { version: 5, savedRevision: 0, unanswered: [], attempts: 0 });
    expect(live.done()).toEqual([{ type: 'content.arrived', isCurrent: false }]);
    await compared(ofCase(), { ...own, version: 4 }, 'conflict.asking');
  });
});

describe('a write of an earlier page of this window', () => {
  it('is put together with what was typed since, and shown', async () => {
    const live = open({ content: { data: { name: 'Kim', town: 'Kiel' }, page: 'person' } });
    await follow(live, [
      [changed({ data: { name: 'Jo', town: 'Kiel' }, page: 'person' }), 'dirty'],
      [{ passMs: 400 }, 'sending'],
      [{ refuse: 'saveProgress', error: { code: 'version-conflict' } }, 'comparing'],
      [
        { answer: 'loadStored', output: { ...stored({ name: 'Kim', town: 'Husum' }, 7), own: true } },
        'dirty',
        { version: 7, content: { data: { name: 'Jo', town: 'Husum' }, page: 'person' } },
      ],
    ]);
    expect(live.done()).toEqual([{ type: 'content.joined', data: { name: 'Jo', town: 'Husum' } }]);
    await follow(live, [[{ passMs: 400 }, 'sending']]);
    expect(live.calls('saveProgress').at(-1)).toMatchObject({
      version: 7,
      content: { data: { name: 'Jo', town: 'Husum' } },
    });
  });
});

it.each<[string, FormData, FormData, FormData, FormData]>([
  ['each keeps its own', { a: '', b: '' }, { a: '1', b: '' }, { a: '', b: '2' }, { a: '1', b: '2' }],
  ['the later decides about both', { a: '' }, { a: '1' }, { a: '2' }, { a: '2' }],
  ['what one has emptied stays empty', { a: 'x', b: 'y' }, { b: 'y' }, { a: 'x' }, {}],
  ['what one has added stays', {}, { a: '1' }, { b: '2' }, { a: '1', b: '2' }],
  [
    'parts of a group',
    { g: { a: '', b: '' } },
    { g: { a: '1', b: '' } },
    { g: { a: '', b: '2' } },
    { g: { a: '1', b: '2' } },
  ],
  ['a new group', {}, { g: { a: '1' } }, { g: { b: '2' } }, { g: { a: '1', b: '2' } }],
  [
    'new rows at their place',
    {},
    { r: [{ a: '1', b: '' }] },
    { r: [{ a: '', b: '2' }] },
    { r: [{ a: '', b: '2' }] },
  ],
  ['other numbers of rows', { r: [] }, { r: ['1'] }, { r: ['2', '3'] }, { r: ['2', '3'] }],
])('two pages put together: %s', (_, before, earlier, later, both) => {
  expect(joined(before, earlier, later)).toEqual(both);
});

describe('a refusal', () => {
  it('is over when the person goes on, or after a login', async () => {
    const refuses: Step = [{ refuse: 'saveProgress', error: { code: 'input-invalid' } }, 'refused'];
    await follow(await failed(open(), { code: 'input-invalid' }, 'refused'), [
      [{ type: 'save.requested' }, 'refused'],
      [{ type: 'session.renewed' }, 'sending'],
      refuses,
      [{ type: 'save.retried' }, 'sending'],
    ]);
  });

  it('of a case is final', async () => {
    const live = await failed(ofCase(), { code: 'form-session-lost' }, 'refused');
    await follow(live, [[{ type: 'session.renewed' }, 'refused']]);
  });
});

it('what another window does not let it save is unsaved until it is typed back', async () => {
  const live = await failed(open(), { code: 'edited-elsewhere' }, 'elsewhere');
  await follow(live, [[typed('Kim'), 'elsewhere']]);
  expect([live.ask(selectIsUnsaved), live.ask(selectIsToBeWritten)]).toEqual([false, false]);
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

it.each([
  [true, { a: 1, b: [{ c: 'x' }] }, { b: [{ c: 'x' }], a: 1 }],
  [true, { a: 1, b: undefined }, { a: 1 }],
  [true, { a: 1 }, { a: 1, b: undefined }],
  [false, { a: 1 }, { a: 1, b: 2 }],
  [false, { a: 1, b: 2 }, { a: 1 }],
  [false, { a: '1' }, { a: 1 }],
  [false, {}, null],
  [false, null, {}],
  [false, {}, []],
  [false, { 0: 'x' }, ['x']],
])('two values say the same: %s', (expected, one, other) => {
  expect(saysTheSame(one, other)).toBe(expected);
});
