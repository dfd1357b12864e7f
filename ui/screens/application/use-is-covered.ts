import { useSelector } from '@xstate/react';
import { selectForm, selectProcess, selectScreen } from '#machines/application/application.selectors.ts';
import { selectIsCovered, selectIsLooking, selectMayLook } from '#machines/cover/cover.selectors.ts';
import { selectEmbedded } from '#machines/form/form.selectors.ts';
import { useCover } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';

/** The session has ended: nothing of the application is shown or can be done here. */
export function useIsCovered(): boolean {
  const isUnderWay = useSelector(useApplication(), (snapshot) => selectProcess(snapshot) !== null);
  return useCover(selectIsCovered) && isUnderWay;
}

/**
 * A form in a frame stays in the page out of sight: a frame that is taken off begins anew, which takes a session. After
 * a logout it goes.
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

/** It ended by itself: what is covered can be seen for a minute. */
export const useMayLook = (): boolean => useCover(selectMayLook);
export const useIsLooking = (): boolean => useCover(selectIsLooking);
