import { useSelector } from '@xstate/react';
import { selectLoginOutcome } from '#machines/login/login.selectors.ts';
import { laterPart } from '#ui/kit/later.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import type { OutcomePlace } from './login-outcome.tsx';
import { useLoginActor } from './portal-context.tsx';

/** The outcome's part of the page: rarely needed, and never at first sight. */
const LoginOutcome = laterPart(async () => (await import('./login-outcome.tsx')).LoginOutcome);

/** The outcome of the login the person returns from; nothing when there was none. */
export function LoginOutcomeAlert({
  entries = false,
  unchanged = entries,
  greets = false,
}: Partial<OutcomePlace>) {
  const hydrated = useHydrated();
  const outcome = useSelector(useLoginActor(), selectLoginOutcome);
  // The server renders its pages without knowing of a login.
  if (!hydrated || outcome === null || (greets && outcome === 'succeeded')) return null;
  return <LoginOutcome outcome={outcome} entries={entries} unchanged={unchanged} greets={greets} />;
}
