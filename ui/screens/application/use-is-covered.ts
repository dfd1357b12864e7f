import { useSelector } from '@xstate/react';
import { selectProcess } from '#machines/application/application.selectors.ts';
import { selectLogout } from '#machines/session/session.selectors.ts';
import { useSession } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';

/** The person logged out: nothing of the application is shown or can be done here until they are back. */
export function useIsCovered(): boolean {
  const isUnderWay = useSelector(useApplication(), (snapshot) => selectProcess(snapshot) !== null);
  const hasLoggedOut = useSession((snapshot) => selectLogout(snapshot) !== null);
  return hasLoggedOut && isUnderWay;
}
