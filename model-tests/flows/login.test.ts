import { expect, it } from 'vitest';
import type { LoginContext } from '#machines/login/login.types.ts';
import type { Live } from './live.ts';
import { loginEnds, loginSubject, page } from './login.subject.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** The browser leaves only with a page to go to, and a failure always has its reason or its outcome. */
function check(live: Live): void {
  const { page: leadsTo, problem, outcome, refusal, query } = live.snapshot().context as LoginContext;
  const state = live.state();
  if (state.startsWith('handingOver')) expect([leadsTo, query === null]).toEqual([page, false]);
  if (state === 'requesting') expect([leadsTo, problem, refusal]).toEqual([null, null, null]);
  if (state === 'failed') expect(problem !== null || outcome === 'ERROR').toBe(true);
  if (state.startsWith('card')) expect(query?.providerId).toBe('eid');
  expect(live.underWay('requestLogin')).toBe(state === 'requesting' ? 1 : 0);
  expect(live.underWay('askCardApp')).toBe(state === 'card.asking' ? 1 : 0);
}

it('hands over to the provider once and tells the outcome once', async () => {
  const missing = await runFlow(
    { subject: loginSubject, ends: loginEnds, observer: () => ({ afterStep: check }) },
    {
      ...internalTypes,
      'login.requested': true,
      'login.retried': true,
      'check.requested': true,
      'check.skipped': true,
      'login.abandoned': true,
      'page.left': true,
    },
  );
  expect(missing).toEqual([]);
});
