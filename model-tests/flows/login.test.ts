import { expect, it } from 'vitest';
import type { LoginContext } from '#machines/login/login.types.ts';
import type { Live } from './live.ts';
import { loginEnds, loginSubject, page } from './login.subject.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** The browser leaves only with a page to go to, and a failure always has its reason or its outcome. */
function check(live: Live): void {
  const { page: leadsTo, problem, outcome } = live.snapshot().context as LoginContext;
  if (live.state() === 'handingOver') expect(leadsTo).toEqual(page);
  if (live.state() === 'requesting') expect([leadsTo, problem]).toEqual([null, null]);
  if (live.state() === 'failed') expect(problem !== null || outcome === 'ERROR').toBe(true);
  expect(live.underWay('requestLogin')).toBe(live.state() === 'requesting' ? 1 : 0);
}

it('hands over to the provider once and tells the outcome once', async () => {
  const missing = await runFlow(
    { subject: loginSubject, ends: loginEnds, observer: () => ({ afterStep: check }) },
    { ...internalTypes, 'login.requested': true, 'login.abandoned': true, 'outcome.read': true },
  );
  expect(missing).toEqual([]);
});
