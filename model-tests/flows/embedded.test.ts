import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import { selectEntriesWait, selectFrameStage } from '#machines/embedded/embedded.selectors.ts';
import type {
  EmbeddedContext,
  EmbeddedEvent,
  EmbeddedInput,
  FrameReport,
  FrameWish,
} from '#machines/embedded/embedded.types.ts';
import type { FormReport } from '#machines/form/form.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import type { Progress } from '#machines/saving/saving.types.ts';
import { type EmbeddedStep, embeddedEnds, embeddedSubject } from './embedded.subject.ts';
import { type Live, runLive } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const types = {
  ...internalTypes,
  'frame.readied': true,
  'frame.resized': true,
  'frame.pageShown': true,
  'frame.dirtied': true,
  'frame.progressed': true,
  'frame.completed': true,
  'frame.cancelled': true,
  'frame.ended': true,
  'frame.warned': true,
  'frame.flooded': true,
  'frame.shown': true,
  'frame.removed': true,
  'frame.loaded': true,
  'content.saved': true,
  'content.refused': true,
  'content.lost': true,
  'page.backRequested': true,
  'page.chosen': true,
  'page.requested': true,
  'summary.requested': true,
  'locale.changed': true,
  'network.restored': true,
  'session.renewed': true,
  'editing.gained': true,
  'retry.requested': true,
} as const;

type Discarded = { page: string | null; returnsToSummary: boolean };
/** Reports of the last walk. */
let reports: FormReport[] = [];
let wishes: FrameWish[] = [];
let discarded: Discarded[] = [];
const forget = () => {
  reports = [];
  wishes = [];
  discarded = [];
};

/** Stores all reports that it receives. */
const listener = (hear: (event: FormReport | FrameReport) => void) =>
  createActor(
    fromCallback<FormReport | FrameReport>(({ receive }) => {
      receive(hear);
    }),
  ).start();
const ears = {
  parent: listener((report) => reports.push(report as FormReport)),
  form: listener((report) => {
    if (report.type === 'frame.discarded')
      discarded.push({ page: report.page, returnsToSummary: report.returnsToSummary });
  }),
};
const machine = embeddedMachine.provide({
  actors: {
    talkToFrame: fromCallback(({ receive }) => receive((wish) => wishes.push(wish as unknown as FrameWish))),
  },
});
const subject = {
  ...embeddedSubject,
  machine,
  starts: embeddedSubject.starts.map(({ id, input }) => ({ id, input: { ...input, ...ears } })),
};

const contextOf = (live: Live) => live.snapshot().context as EmbeddedContext;
const stageOf = (live: Live) => selectFrameStage(live.snapshot() as never);
const told = (type: FormReport['type']) => reports.filter((it) => it.type === type).length;

/** Promises to a person while a foreign frame has the form, whatever it sends. */
function person(): Observer<EmbeddedStep> {
  reports = [];
  let hasWorked = false;
  let prolonged = 0;
  return {
    afterStep: (live, event) => {
      const context = contextOf(live);
      expect(live.underWay('prolongForm'), 'it is prolonged once').toBeLessThanOrEqual(1);
      const finished = told('form.finished');
      if (finished > 0) expect(context.isTaken, 'before the summary everything is taken over').toBe(true);
      if (event.type === 'frame.completed' || event.type === 'frame.progressed')
        expect(finished, 'a message alone does not lead on').toBe(0);
      reports = [];
      if (/^frame\.(dirtied|progressed|pageShown|completed)/.test(event.type)) hasWorked = true;
      const calls = live.calls('prolongForm').length;
      if (calls > prolonged) expect(hasWorked, 'a session is prolonged for somebody').toBe(true);
      if (calls > prolonged) hasWorked = event.type.startsWith('frame.');
      prolonged = calls;
      if (context.over) expect(stageOf(live), 'what is over is not shown as usable').not.toBe('ready');
      if (stageOf(live) === 'ready')
        expect(context.page, 'a form that can be used has a page').not.toBeNull();
    },
  };
}

const entriesWait = (live: Live) => selectEntriesWait(live.snapshot() as never);
const answer = (live: Live, complete = false) => {
  const asked = live.calls('saveProgress').at(-1) as Progress;
  return live.answer('saveProgress', { version: asked.version + 1, savedAt: 'now', complete });
};

it('has taken over what a frame told, and believes nothing of it, through every arrow', async () => {
  const missing = await runFlow({ subject, ends: embeddedEnds, observer: person }, types);
  expect(missing).toEqual([]);
});

const input: EmbeddedInput = subject.starts[0]!.input;
const calls = ['saveProgress', 'loadStored', 'prolongForm'];
const below = { saving: savingMachine };
const say = (live: Live, event: EmbeddedEvent) => live.bring(event);
const ready: EmbeddedEvent = { type: 'frame.readied', page: 'first', title: 'The first page' };
const typed = (live: Live, dirty = true) => say(live, { type: 'frame.dirtied', dirty });
const progress = (live: Live, revision: number) => say(live, { type: 'frame.progressed', revision });

/** A frame that can be used. */
async function open(more: Partial<EmbeddedInput> = {}): Promise<Live> {
  forget();
  const live = runLive(machine, () => ({ ...input, ...more }), calls, below);
  await say(live, { type: 'frame.shown' });
  await say(live, ready);
  return live;
}

it('asks a frame that is ready for what it has stored: nobody may have listened before', async () => {
  const live = await open();
  expect(wishes.at(-1)).toEqual({ type: 'save' });
  await progress(live, 0);
  expect(live.calls('saveProgress')).toHaveLength(0);
});

it('says hello, is calm about a slow frame, and gives up after half a minute', async () => {
  forget();
  const live = runLive(machine, () => input, calls, below);
  await say(live, { type: 'frame.shown' });
  expect(wishes).toEqual([{ type: 'hello' }]);
  await live.passTime(4_999);
  expect(stageOf(live)).toBe('connecting');
  await live.passTime(1);
  expect(stageOf(live)).toBe('slow');
  await live.passTime(24_999);
  expect(stageOf(live)).toBe('slow');
  await live.passTime(1);
  expect(stageOf(live)).toBe('lost');
  expect(contextOf(live).over).toEqual({ code: 'form-server-unavailable' });
});

it('does not use a token that has become stale before the frame is shown', async () => {
  forget();
  const live = runLive(machine, () => input, calls, below);
  await live.passTime(45_000);
  await say(live, { type: 'frame.shown' });
  expect(discarded).toEqual([{ page: null, returnsToSummary: false }]);
});

it('takes another document in the frame for the form only once it says so', async () => {
  const live = await open();
  wishes = [];
  await say(live, { type: 'frame.loaded' });
  expect(wishes).toEqual([{ type: 'hello' }]);
  await say(live, ready);
  await live.passTime(30_000);
  expect(stageOf(live)).toBe('ready');
  await say(live, { type: 'frame.loaded' });
  await live.passTime(9_999);
  expect(stageOf(live)).toBe('ready');
  await live.passTime(1);
  expect(stageOf(live)).toBe('lost');
});

it('asks the server with its own version, and again for what came meanwhile', async () => {
  const live = await open();
  await progress(live, 1);
  await progress(live, 2);
  expect(live.calls('saveProgress')).toEqual([
    { processId: 'p', locale: 'de', version: 3, content: { caseId: 'case' } },
  ] satisfies Progress[]);
  await answer(live);
  expect((live.calls('saveProgress') as Progress[]).map(({ version }) => version)).toEqual([3, 4]);
  await answer(live);
  await progress(live, 2);
  expect(live.calls('saveProgress')).toHaveLength(2);
});

it('asks a frame to store what has rested for two seconds, and says until then that it is not saved', async () => {
  const live = await open();
  wishes = [];
  await typed(live);
  expect(entriesWait(live)).toBe(true);
  await live.passTime(1_999);
  expect(wishes).toEqual([]);
  await live.passTime(1);
  expect(wishes).toEqual([{ type: 'save' }]);
  await live.passTime(2_000);
  expect(wishes).toHaveLength(2);
  await typed(live, false);
  expect(entriesWait(live)).toBe(false);
});

it('leads to the summary when the server says complete, once, and stays with a notice when it does not', async () => {
  const live = await open();
  const complete: EmbeddedEvent = { type: 'frame.completed', revision: 1 };
  await say(live, complete);
  await say(live, complete);
  expect(live.calls('saveProgress')).toHaveLength(1);
  await answer(live, false);
  expect(told('form.finished')).toBe(0);
  expect(told('form.stayed')).toBe(1);
  expect(contextOf(live).isIncomplete).toBe(true);
  await typed(live);
  expect(contextOf(live).isIncomplete).toBe(false);
  await typed(live, false);
  await say(live, complete);
  expect(live.calls('saveProgress'), 'the same revision is asked about again').toHaveLength(2);
  await answer(live, true);
  expect(told('form.finished')).toBe(1);
  await say(live, complete);
  await progress(live, 9);
  expect(told('form.finished')).toBe(1);
});

it('does not take "complete" of an earlier answer for a later message', async () => {
  const live = await open();
  await progress(live, 1);
  await answer(live, true);
  await say(live, { type: 'frame.completed', revision: 1 });
  expect(told('form.finished')).toBe(0);
  await answer(live, false);
  expect(told('form.finished')).toBe(0);
});

it('does not take an answer to an earlier question for one about "complete"', async () => {
  const live = await open();
  await progress(live, 1);
  await say(live, { type: 'frame.completed', revision: 1 });
  await answer(live, true);
  expect(told('form.finished')).toBe(0);
  expect(live.calls('saveProgress')).toHaveLength(2);
  await answer(live, false);
  expect(told('form.finished')).toBe(0);
  expect(told('form.stayed')).toBe(1);
});

it('has nothing left to save of a frame that was taken off the page', async () => {
  const live = await open();
  await typed(live);
  await say(live, { type: 'frame.removed' });
  expect(entriesWait(live)).toBe(false);
});

it('waits three seconds at most for the frame to store before it goes to the summary', async () => {
  const live = await open();
  await typed(live);
  wishes = [];
  await say(live, { type: 'summary.requested' });
  expect(wishes).toEqual([{ type: 'save' }]);
  await live.passTime(2_999);
  expect(told('form.finished')).toBe(0);
  await live.passTime(1);
  expect(told('form.finished')).toBe(1);
  const stored = await open();
  await typed(stored);
  await say(stored, { type: 'summary.requested' });
  await progress(stored, 1);
  await typed(stored, false);
  expect(told('form.finished'), 'what is stored is taken over first').toBe(0);
  await answer(stored);
  expect(told('form.finished')).toBe(1);
});

it('goes back from the first page: to the start, or to the summary that it came from', async () => {
  const first = await open();
  await say(first, { type: 'frame.cancelled' });
  expect(told('form.left')).toBe(1);
  const changed = await open({ returnsToSummary: true });
  await say(changed, { type: 'frame.cancelled' });
  expect([told('form.left'), told('form.finished')]).toEqual([0, 1]);
});

it('opens the page that is to be changed, and tells only of that one', async () => {
  const live = await open({ page: 'second', returnsToSummary: true });
  expect(wishes).toContainEqual({ type: 'page', page: 'second' });
  expect(told('form.pageOpened')).toBe(0);
  await say(live, { type: 'frame.pageShown', page: 'second', title: 'The second page' });
  expect(reports).toEqual([{ type: 'form.pageOpened', page: 'second', returnsToSummary: true }]);
});

it('keeps the page that was chosen while no frame is there', async () => {
  forget();
  const live = runLive(machine, () => input, calls, below);
  await say(live, { type: 'page.chosen', page: 'third', returnsToSummary: true });
  await live.passTime(45_000);
  await say(live, { type: 'frame.shown' });
  expect(discarded).toEqual([{ page: 'third', returnsToSummary: true }]);
});

it('begins anew at the page that is asked for once the summary is shown', async () => {
  const live = await open();
  await say(live, { type: 'summary.requested' });
  await say(live, { type: 'page.requested', page: 'second', returnsToSummary: false });
  await say(live, { type: 'page.chosen', page: null, returnsToSummary: false });
  expect(discarded).toEqual([
    { page: 'second', returnsToSummary: false },
    { page: 'first', returnsToSummary: false },
  ]);
});

it('speaks the language of the page, also to a frame that was not ready when it changed', async () => {
  forget();
  const live = runLive(machine, () => input, calls, below);
  await say(live, { type: 'frame.shown' });
  await say(live, { type: 'locale.changed', locale: 'en' });
  await say(live, ready);
  expect(wishes.filter(({ type }) => type === 'language')).toEqual([
    { type: 'language', locale: 'en' },
    { type: 'language', locale: 'en' },
  ]);
});

it.each([
  ['form-session-lost', 'lost'],
  ['form-server-refused', 'refused'],
  ['input-invalid', 'refused'],
  ['version-conflict', 'outdated'],
] as const)('ends a frame about which the server says %s: %s', async (code, stage) => {
  const live = await open();
  await typed(live);
  await progress(live, 1);
  await live.refuse('saveProgress', { code });
  expect(stageOf(live)).toBe(stage);
  expect(entriesWait(live)).toBe(false);
  await say(live, { type: 'retry.requested' });
  if (stage === 'outdated') expect(told('form.lost')).toBe(1);
  else expect(discarded).toHaveLength(1);
});

const PROLONG_MS = 240_000;

it('prolongs the session of the form server every four minutes while somebody works, and only then', async () => {
  const live = await open();
  await live.passTime(PROLONG_MS * 3);
  expect(live.calls('prolongForm'), 'nobody has worked').toHaveLength(0);
  await typed(live);
  await live.passTime(PROLONG_MS - 1);
  expect(live.calls('prolongForm')).toHaveLength(0);
  await live.passTime(1);
  expect(live.calls('prolongForm')).toEqual([{ processId: 'p', caseId: 'case' }]);
  await live.answer('prolongForm', undefined);
  await live.passTime(PROLONG_MS * 3);
  expect(live.calls('prolongForm'), 'nobody has worked since').toHaveLength(1);
  await typed(live);
  await live.passTime(PROLONG_MS);
  expect(live.calls('prolongForm')).toHaveLength(2);
});

it('prolongs at once what ends soon, when somebody works', async () => {
  const live = await open();
  await say(live, { type: 'frame.warned' });
  expect(live.calls('prolongForm')).toHaveLength(0);
  expect(contextOf(live).isExpiring).toBe(true);
  await typed(live);
  expect(live.calls('prolongForm')).toHaveLength(1);
  expect(contextOf(live).isExpiring).toBe(false);
});

it('shows a refusal to prolong only when the session is lost', async () => {
  for (const [code, stage] of [
    ['network', 'ready'],
    ['form-server-refused', 'ready'],
    ['form-session-lost', 'lost'],
  ] as const) {
    const live = await open();
    await typed(live);
    await live.passTime(PROLONG_MS);
    await live.refuse('prolongForm', { code });
    expect(stageOf(live), code).toBe(stage);
  }
});
