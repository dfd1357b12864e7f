import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { selectKeepingStep } from '#machines/keeping/keeping.selectors.ts';
import { selectKeptByLogin } from '#machines/login/login.selectors.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { useKeepingActor, useLoginActor } from '../shared/portal-context.tsx';

/** Rarely needed, and never at first sight. */
const load = () => import('./keeping-dialog.tsx');
const KeepingDialog = lazy(() => loadWithRetry(load).then((it) => ({ default: it.KeepingDialog })));
const KeptAlert = lazy(() => loadWithRetry(load).then((it) => ({ default: it.KeptAlert })));

/** Keeping what was filled in without an account: the question, and what came of it. */
export function Keeping() {
  const isAsked =
    useSelector(useKeepingActor(), (snapshot) => snapshot && selectKeepingStep(snapshot)) != null;
  const isBack = useSelector(useLoginActor(), selectKeptByLogin);
  const hydrated = useHydrated();
  return (
    <Suspense>
      {isBack && hydrated && <KeptAlert />}
      {isAsked && <KeepingDialog />}
    </Suspense>
  );
}
