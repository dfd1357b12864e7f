import { expect, it } from 'vitest';
import { selectHandoverScreen } from '#machines/handover/handover.selectors.ts';
import type { HandoverContext } from '#machines/handover/handover.types.ts';
import { type HandoverStep, handoverEnds, handoverSubject } from './handover.subject.ts';
import type { Live } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

type Snapshot = Parameters<typeof selectHandoverScreen>[0];

/** Nothing is handed over without confirmation; name and address need a consent that was given for them. */
function observer(): Observer<HandoverStep> {
  let handedOver = 0;
  let consent = false;
  let hasConsented = false;
  return {
    afterStep: (live: Live, event) => {
      const context = live.snapshot().context as HandoverContext;
      if (event.type === 'person.included') consent = event.isIncluded && live.state() === 'offered';
      hasConsented ||= consent;
      if (context.withPerson) expect(hasConsented, 'nothing goes along unasked').toBe(true);
      // The consent was for the person of that moment.
      if (live.state() === 'describing') consent = false;
      const calls = live.calls('handOver') as { withPerson: boolean }[];
      for (const call of calls.slice(handedOver)) {
        expect(event.type, 'nothing is handed over unasked').toBe('departure.confirmed');
        expect(call.withPerson).toBe(consent);
      }
      expect(live.underWay('handOver')).toBeLessThan(2);
      handedOver = calls.length;
      const screen = selectHandoverScreen(live.snapshot() as Snapshot);
      expect(screen === 'refused' || screen === 'failed').toBe(
        context.problem !== null && screen !== 'departure' && screen !== 'waiting',
      );
      if (screen === 'departure') expect(context.departure).not.toBeNull();
      if (screen === 'leaving') expect(context.wayOut).not.toBeNull();
      if (screen === 'told') expect(context.told).not.toBeNull();
    },
  };
}

it('leads a person between two portals', async () => {
  const missing = await runFlow(
    { subject: handoverSubject, ends: handoverEnds, observer },
    {
      ...internalTypes,
      'person.included': true,
      'departure.confirmed': true,
      'viewer.changed': true,
      'retry.requested': true,
      'network.restored': true,
    },
  );
  expect(missing).toEqual([]);
});
