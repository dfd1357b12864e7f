import { expect, it } from 'vitest';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import { selectElsewhere, selectIsReadOnly } from '#machines/windows/windows.selectors.ts';
import type { Report, ReportQuery, WindowsContext, WindowsEvent } from '#machines/windows/windows.types.ts';
import { runLive } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';
import { type WindowsStep, windowsEnds, windowsSubject } from './windows.subject.ts';

const types = {
  ...internalTypes,
  'application.shown': true,
  'application.left': true,
  'write.refused': true,
  'handover.requested': true,
  'takeover.requested': true,
  'window.returned': true,
  'session.renewed': true,
} as const;

/** Actions of the last walk outside the machine. */
let done: string[] = [];
const machine = windowsMachine.provide({
  actions: {
    beginAnew: () => done.push('beginAnew'),
    askOthers: () => done.push('askOthers'),
  },
});

/** Promises to a person with two windows. */
function observer(): Observer<WindowsStep> {
  done = [];
  /** True if, since it last edited, this window was refused, or has shown that another one edits. */
  let wasBarred = false;
  let before = 'idle';
  return {
    afterStep: (live, event) => {
      const snapshot = live.snapshot() as never;
      const { processId, elsewhere, hasEdited } = live.snapshot().context as WindowsContext;
      const state = live.state();
      const isEditing = state.startsWith('open.editing');
      const readOnly = selectIsReadOnly(snapshot);
      expect(state === 'idle', 'it is busy with the application on the screen').toBe(processId === null);
      expect(isEditing && readOnly, 'a window edits or it does not').toBe(false);
      if (state.startsWith('open.elsewhere')) {
        expect(readOnly, 'what another window edits cannot be changed here').toBe(true);
        expect(elsewhere, 'and the person can be told where it is edited').not.toBeNull();
        expect(selectElsewhere(snapshot)).toBe(state.split('.').at(-1));
      }
      if (state === 'open.elsewhere.takenOver') expect(hasEdited, 'only an editor is relieved').toBe(true);
      if (state === 'open.elsewhere.warned') expect(hasEdited, 'a newcomer is warned').toBe(false);
      for (const src of ['report', 'takeOver', 'letGo'])
        expect(live.underWay(src), `${src} is under way once`).toBeLessThanOrEqual(1);
      expect(live.underWay('letGo'), 'it saves and lets go only when asked to').toBe(
        state === 'open.lettingGo' ? 1 : 0,
      );
      expect(live.underWay('takeOver'), 'only the person takes over').toBe(
        state === 'open.elsewhere.taking' ? 1 : 0,
      );
      if (state === 'open.elsewhere.taking' && before !== state)
        expect(event.type, 'by a click').toBe('takeover.requested');
      const begun = done.filter((it) => it === 'beginAnew').length;
      done = done.filter((it) => it !== 'beginAnew');
      const edits = isEditing && !before.startsWith('open.editing');
      expect(begun, 'after another window edited, this one begins with what is stored').toBe(
        edits && wasBarred ? 1 : 0,
      );
      if (event.type === 'write.refused' || state.startsWith('open.elsewhere')) wasBarred = true;
      if (isEditing || event.type.startsWith('application.')) wasBarred = false;
      before = state;
    },
  };
}

it('edits in one window at a time, through every arrow', async () => {
  const missing = await runFlow(
    { subject: { ...windowsSubject, machine }, ends: windowsEnds, observer },
    types,
  );
  expect(missing).toEqual([]);
});

const here: Report = { elsewhere: null, wanted: false, againMs: 10_000 };

/** A window that edits, with its calls answered by the test. */
async function editing() {
  const live = runLive(machine, () => undefined, Object.keys(windowsEnds));
  const shown: WindowsEvent = { type: 'application.shown', processId: 'p' };
  await live.bring(shown);
  await live.answer('report', here);
  return live;
}

it('reports as often as the server asks for, and waits for signs only then', async () => {
  const live = await editing();
  expect(live.calls('report')).toEqual([
    { processId: 'p', waits: false },
    { processId: 'p', waits: true },
  ] satisfies ReportQuery[]);
  await live.answer('report', here);
  await live.passTime(9_999);
  expect(live.calls('report')).toHaveLength(2);
  await live.passTime(1);
  expect(live.calls('report')).toHaveLength(3);
});

it('goes on asking while the server does not answer, and edits meanwhile', async () => {
  const live = await editing();
  await live.refuse('report', { code: 'network' });
  expect(selectIsReadOnly(live.snapshot() as never)).toBe(false);
  await live.passTime(5_000);
  expect(live.underWay('report')).toBe(1);
});

const wanted: Report = { ...here, wanted: true };
const there: Report = { ...here, elsewhere: { place: 'device', since: '2026-11-20T10:00:00Z' } };
type Live = Awaited<ReturnType<typeof editing>>;
const contextOf = (live: Live) => live.snapshot().context as WindowsContext;
const begunAnew = () => done.filter((it) => it === 'beginAnew').length;

it.each<[string, (live: Live) => Promise<unknown>]>([
  ['the answer to a report', (live) => live.answer('report', wanted)],
  ['another window of this browser', (live) => live.bring({ type: 'handover.requested' })],
  [
    'the first answer after it came back',
    async (live) => {
      await live.bring({ type: 'window.returned' });
      await live.answer('report', wanted);
    },
  ],
])(
  'lets go when %s says that another one wants to edit, and asks again however that ends',
  async (_, say) => {
    for (const end of ['answer', 'refuse'] as const) {
      const live = await editing();
      await say(live);
      expect(live.underWay('letGo')).toBe(1);
      expect(selectIsReadOnly(live.snapshot() as never), 'what is being saved is not changed').toBe(true);
      await (end === 'answer' ? live.answer('letGo', undefined) : live.refuse('letGo', { code: 'network' }));
      expect(live.calls('report').at(-1)).toEqual({ processId: 'p', waits: false });
      expect(live.underWay('report')).toBe(1);
    }
  },
);

it('asks at once when the person comes back, and once more for each write that is refused meanwhile', async () => {
  const live = await editing();
  await live.bring({ type: 'window.returned' });
  expect(live.calls('report').at(-1)).toEqual({ processId: 'p', waits: false });
  const asked = live.calls('report').length;
  await live.bring({ type: 'write.refused' });
  expect(live.calls('report')).toHaveLength(asked + 1);
});

it('begins with what is stored once after a refused write, also when the server could not be asked', async () => {
  const live = await editing();
  await live.refuse('report', { code: 'network' });
  done = [];
  await live.bring({ type: 'write.refused' });
  await live.answer('report', here);
  expect(begunAnew()).toBe(1);
  await live.bring({ type: 'window.returned' });
  await live.answer('report', here);
  expect(begunAnew(), 'nobody else has edited since').toBe(1);
});

it('tells the others that it takes over, and the person why that fails until it is tried again', async () => {
  const live = await editing();
  await live.answer('report', there);
  done = [];
  await live.bring({ type: 'takeover.requested' });
  expect(done).toEqual(['askOthers']);
  await live.refuse('takeOver', { code: 'network' });
  expect(contextOf(live).problem).toEqual({ code: 'network' });
  await live.bring({ type: 'takeover.requested' });
  expect(contextOf(live).problem).toBeNull();
});

it('knows nothing of the application before', async () => {
  const other: WindowsEvent = { type: 'application.shown', processId: 'q' };
  const live = await editing();
  await live.bring({ type: 'write.refused' });
  await live.answer('report', there);
  expect(selectElsewhere(live.snapshot() as never)).toBe('takenOver');
  await live.bring(other);
  expect(contextOf(live)).toMatchObject({ processId: 'q', elsewhere: null });
  await live.answer('report', there);
  expect(selectElsewhere(live.snapshot() as never), 'a newcomer is warned').toBe('warned');
  const barred = await editing();
  await barred.bring({ type: 'write.refused' });
  done = [];
  await barred.bring(other);
  await barred.answer('report', here);
  expect(begunAnew()).toBe(0);
});
