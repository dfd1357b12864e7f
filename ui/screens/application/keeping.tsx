import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { selectKeepingStep } from '#machines/keeping/keeping.selectors.ts';
import { selectKeptByLogin } from '#machines/login/login.selectors.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { useKeepingActor, useLoginActor } from '../shared/portal-context.tsx';

/** The dialog is rarely needed, and never at first sight. */
const load = () => import('./keeping-dialog.tsx');
const KeepingDialog = lazy(() => loadWithRetry(load).then((it) => ({ default: it.KeepingDialog })));
const KeptAlert = lazy(() => loadWithRetry(load).then((it) => ({ default: it.KeptAlert })));

/** Dialog and outcome of keeping the answers of an application without an account. */
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
