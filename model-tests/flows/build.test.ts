import { expect, it } from 'vitest';
import {
  selectBuildAge,
  selectIsReloading,
  selectIsStuck,
  selectNavigatesFully,
} from '#machines/build/build.selectors.ts';
import { buildEnds, buildSubject } from './build.subject.ts';
import type { Live } from './live.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/**
 * A page is reloaded only after its input was saved, and the newest build is requested only where there is a build.
 */
function observer() {
  let secured = 0;
  return {
    afterStep(live: Live, event: { type: string }): void {
      const snapshot = live.snapshot() as never;
      if (event.type.startsWith('xstate.done.actor') && event.type.includes('securing')) secured += 1;
      expect(live.calls('reloadPage').length).toBe(secured);
      expect(live.underWay('fetchLatest')).toBe(live.state().includes('checking') ? 1 : 0);
      expect(selectIsStuck(snapshot)).toBe(live.state().includes('stuck'));
      if (selectIsReloading(snapshot)) expect(live.state()).toMatch(/judging|securing|reloading/);
      const isOld = live.state().includes('outdated');
      expect(selectBuildAge(snapshot) === 'outdated' && !live.state().includes('checking')).toBe(isOld);
      expect(selectNavigatesFully(snapshot)).toBe(isOld || selectIsStuck(snapshot));
    },
  };
}

it('notices a newer version and mends a page whose script is gone', async () => {
  const missing = await runFlow(
    { subject: buildSubject, ends: buildEnds, observer: observer },
    { ...internalTypes, 'tab.returned': true, 'chunk.lost': true, 'input.moved': true },
  );
  expect(missing).toEqual([]);
});
