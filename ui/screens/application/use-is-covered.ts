import { useSelector } from '@xstate/react';
import { selectForm, selectProcess, selectScreen } from '#machines/application/application.selectors.ts';
import { selectIsCovered, selectIsLooking, selectMayLook } from '#machines/cover/cover.selectors.ts';
import { selectEmbedded } from '#machines/form/form.selectors.ts';
import { useCover } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';

/** Tells whether the session has ended, so that nothing of the application is shown or can be done here. */
export function useIsCovered(): boolean {
  const isUnderWay = useSelector(useApplication(), (snapshot) => selectProcess(snapshot) !== null);
  return useCover(selectIsCovered) && isUnderWay;
}

/**
 * Tells whether a covered form in a frame stays in the page, out of sight: a removed frame would begin anew, which
 * takes a session. After a logout it goes.
 */
export function useIsKeptOutOfSight(): boolean {
  const mayLook = useMayLook();
  const application = useApplication();
  const isFormShown = useSelector(application, (snapshot) => selectScreen(snapshot) === 'form');
  const form = useSelector(application, selectForm);
  const isFramed = useSelector(
    form,
    (snapshot) => snapshot !== undefined && selectEmbedded(snapshot) !== undefined,
  );
  return mayLook && isFormShown && isFramed;
}

/** Tells whether the session ended by itself, so that the entries can be shown for a minute. */
export const useMayLook = (): boolean => useCover(selectMayLook);
export const useIsLooking = (): boolean => useCover(selectIsLooking);
