import { expect, it } from 'vitest';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import { selectElsewhere, selectIsReadOnly } from '#machines/windows/windows.selectors.ts';
import type { WindowsContext } from '#machines/windows/windows.types.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';
import { type WindowsStep, windowsEnds, windowsSubject } from './windows.subject.ts';

const types = {
  ...internalTypes,
  'application.shown': true,
  'application.left': true,
  'write.refused': true,
  'editing.requested': true,
  'takeover.requested': true,
  'window.returned': true,
  'session.renewed': true,
} as const;

/** How often the page has begun anew on the last walk. */
let begunAnew = 0;
const machine = windowsMachine.provide({
  actions: {
    beginAnew: () => {
      begunAnew += 1;
    },
  },
});

/** Promises to a person with two windows. */
function observer(): Observer<WindowsStep> {
  begunAnew = 0;
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
      const edits = isEditing && !before.startsWith('open.editing');
      expect(begunAnew, 'after another window edited, this one begins with what is stored').toBe(
        edits && wasBarred ? 1 : 0,
      );
      begunAnew = 0;
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
