import { useSelector } from '@xstate/react';
import { selectKeepingStep } from '#machines/keeping/keeping.selectors.ts';
import { selectKeptByLogin } from '#machines/login/login.selectors.ts';
import { laterPart } from '#ui/kit/later.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { useKeepingActor, useLoginActor } from '../shared/portal-context.tsx';

/** The dialog is rarely needed, and never at first sight. */
const load = () => import('./keeping-dialog.tsx');
const KeepingDialog = laterPart(async () => (await load()).KeepingDialog);
const KeptAlert = laterPart(async () => (await load()).KeptAlert);

/** Dialog and outcome of keeping the answers of an application without an account. */
export function Keeping() {
  const isAsked =
    useSelector(useKeepingActor(), (snapshot) => snapshot && selectKeepingStep(snapshot)) != null;
  const isBack = useSelector(useLoginActor(), selectKeptByLogin);
  const hydrated = useHydrated();
  return (
    <>
      {isBack && hydrated && <KeptAlert />}
      {isAsked && <KeepingDialog />}
    </>
  );
}
