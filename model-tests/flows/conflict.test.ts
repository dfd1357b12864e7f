import { expect, it } from 'vitest';
import type { ConflictContext, Decided } from '#machines/conflict/conflict.types.ts';
import { conflictEnds, conflictSubject } from './conflict.subject.ts';
import type { Live } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** The person has chosen everything that is sent, for exactly the values on the screen, and nothing is left out. */
function observer(): Observer<{ type: string }> {
  let sent = 0;
  return {
    afterStep: (live: Live, event) => {
      const { conflict, choices } = live.snapshot().context as ConflictContext;
      const calls = live.calls('decideConflict') as Decided[];
      if (calls.length > sent) {
        expect(event.type, 'a decision follows a wish of the person').toBe('decision.confirmed');
        const { apply, correct, hash } = calls.at(-1)!;
        expect(hash).toBe(conflict!.hash);
        expect([...apply, ...correct].sort()).toEqual(conflict!.differences.map(({ key }) => key).sort());
        for (const { key, locked } of conflict!.differences) {
          if (locked) expect(apply, 'what is locked is taken from the account').toContain(key);
        }
      }
      sent = calls.length;
      for (const { key, locked } of conflict?.differences ?? []) {
        if (locked && live.state() === 'deciding') expect(choices[key]).toBe('apply');
      }
      expect(live.underWay('decideConflict')).toBe(live.state() === 'saving' ? 1 : 0);
      expect(live.underWay('loadConflict')).toBe(live.state() === 'loading' ? 1 : 0);
    },
  };
}

it('leads through every arrow to a decision about everything', async () => {
  const missing = await runFlow(
    { subject: conflictSubject, ends: conflictEnds, observer: observer as never },
    {
      ...internalTypes,
      'choice.made': true,
      'decision.confirmed': true,
      'locale.changed': true,
      'network.restored': true,
      'retry.requested': true,
    },
  );
  expect(missing).toEqual([]);
});
