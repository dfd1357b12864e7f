import { expect, it } from 'vitest';
import { selectFrameStage } from '#machines/embedded/embedded.selectors.ts';
import type { EmbeddedContext } from '#machines/embedded/embedded.types.ts';
import type { FormReport } from '#machines/form/form.types.ts';
import { type EmbeddedStep, embeddedEnds, embeddedSubject } from './embedded.subject.ts';
import { hearing, type Live } from './live.ts';
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

/** Reports to the application since the last step. */
const { parent, told: reports } = hearing<FormReport>();
const subject = {
  ...embeddedSubject,
  starts: embeddedSubject.starts.map(({ id, input }) => ({ id, input: { ...input, parent } })),
};

const contextOf = (live: Live) => live.snapshot().context as EmbeddedContext;
const stageOf = (live: Live) => selectFrameStage(live.snapshot() as never);

/** Promises to a person while a foreign frame has the form, whatever it sends. */
function person(): Observer<EmbeddedStep> {
  reports.splice(0);
  let hasWorked = false;
  let prolonged = 0;
  return {
    afterStep: (live, event) => {
      const context = contextOf(live);
      expect(live.underWay('prolongForm'), 'it is prolonged once').toBeLessThanOrEqual(1);
      const finished = reports.splice(0).filter(({ type }) => type === 'form.finished').length;
      if (finished > 0) expect(context.isTaken, 'before the summary everything is taken over').toBe(true);
      if (event.type === 'frame.completed' || event.type === 'frame.progressed')
        expect(finished, 'a message alone does not lead on').toBe(0);
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

it('has taken over what a frame told, and believes nothing of it, through every arrow', async () => {
  const missing = await runFlow({ subject, ends: embeddedEnds, observer: person }, types);
  expect(missing).toEqual([]);
});
