import { expect, it } from 'vitest';
import { coverMachine } from '#machines/cover/cover.machine.ts';
import { selectIsCovered, selectIsLooking, selectMayLook } from '#machines/cover/cover.selectors.ts';
import type { CoverEvent } from '#machines/cover/cover.types.ts';
import { type CoverStep, coverSubject } from './cover.subject.ts';
import { follow, type Step } from './follow.ts';
import { type Live, runLive } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** After the end, the input of a person without a login stays hidden, except in a look, which ends by itself. */
function observer(): Observer<CoverStep> {
  let ended: CoverEvent['type'] | null = null;
  let looks = false;
  return {
    afterStep: (live: Live, event) => {
      if (event.type === 'session.expired' || event.type === 'session.left') ended ??= event.type;
      if (event.type === 'session.renewed') ended = null;
      if (event.type === 'look.requested') looks = ended === 'session.expired';
      if (['look.ended', 'clock.woke'].includes(event.type) || event.type.startsWith('xstate.after'))
        looks = false;
      if (ended === null) looks = false;
      expect(selectIsCovered(live.snapshot() as never), live.state()).toBe(ended !== null && !looks);
      expect(selectIsLooking(live.snapshot() as never), live.state()).toBe(looks);
    },
  };
}

it('shows and covers on every way', async () => {
  const missing = await runFlow(
    { subject: coverSubject, ends: {}, observer },
    {
      ...internalTypes,
      'session.expired': true,
      'session.left': true,
      'session.renewed': true,
      'look.requested': true,
      'look.ended': true,
      'clock.woke': true,
    },
  );
  expect(missing).toEqual([]);
});

const opened = () => runLive(coverMachine, () => undefined, []);
const says = (type: CoverEvent['type'], state: string): Step => [{ type }, state];

it('a look lasts a minute, and can be had again', async () => {
  const live = opened();
  await follow(live, [
    says('session.expired', 'covered'),
    says('look.requested', 'looking'),
    [{ passMs: 59_999 }, 'looking'],
    [{ passMs: 1 }, 'covered'],
    says('look.requested', 'looking'),
    [{ passMs: 30_000 }, 'looking'],
    says('look.ended', 'covered'),
    [{ passMs: 60_000 }, 'covered'],
    says('look.requested', 'looking'),
    says('clock.woke', 'covered'),
    says('look.requested', 'looking'),
    says('session.renewed', 'open'),
    says('look.requested', 'open'),
  ]);
});

it('after a logout there is no look', async () => {
  const live = opened();
  await follow(live, [
    says('session.left', 'closed'),
    says('look.requested', 'closed'),
    [{ passMs: 60_000 }, 'closed'],
    says('session.renewed', 'open'),
  ]);
});

it('says when a look may be had', async () => {
  const live = opened();
  const mayLook = async (type: CoverEvent['type']) => {
    await live.bring({ type });
    return selectMayLook(live.snapshot() as never);
  };
  expect(await mayLook('session.expired')).toBe(true);
  expect(await mayLook('look.requested')).toBe(false);
  expect(await mayLook('session.renewed')).toBe(false);
  expect(await mayLook('session.left')).toBe(false);
});
