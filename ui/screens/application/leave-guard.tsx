import { useBlocker } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectForm,
  selectLeavingLosesData,
  selectProcess,
} from '#machines/application/application.selectors.ts';
import { selectNavigatesFully } from '#machines/build/build.selectors.ts';
import { selectHasPendingFiles, selectHasUnsaved } from '#machines/form/form.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { laterPart } from '#ui/kit/later.tsx';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { paths } from '../shared/paths.ts';
import { useLoginActor, usePortalTools } from '../shared/portal-context.tsx';
import { useSessionSpans } from '../shared/session-spans.ts';
import { useApplication } from './application-context.tsx';
import { useKeeping } from './use-keeping.ts';

/** The question before the result is left; its code is loaded with the result, when the network is still there. */
const LeaveSentDialog = laterPart(async () => (await import('./leave-sent-dialog.tsx')).LeaveSentDialog);

/**
 * Asks before a person loses something: an anonymous application, its result while nothing of it was taken along, or
 * keystrokes that are not saved yet.
 */
export function LeaveGuard() {
  const { t } = useTranslation('application');
  const application = useApplication();
  const login = useLoginActor();
  const spans = useSessionSpans();
  const losesAll = useSelector(application, selectLeavingLosesData);
  const ticket = useSelector(application, selectProcess)?.result?.ticketNumber;

  const keeping = useKeeping();
  const { portal } = usePortalTools();
  const { isLeaving } = useApplicationTools();

  const hasUnsaved = () => {
    const form = selectForm(application.getSnapshot());
    return form !== undefined && selectHasUnsaved(form.getSnapshot());
  };
  const losesSomething = () => selectLeavingLosesData(application.getSnapshot()) || hasUnsaved();
  /** The way leads to the start of the service or to another application: this one ends, but can be found again. */
  const isAnotherBeginning = ({ search }: { search: object }) =>
    !('id' in search) || search.id !== application.getSnapshot().context.process?.id;
  /** The link loads a page: unsaved content of the screen is lost by that, even if the link leads back here. */
  const isLoadedWhole = (action: string) => {
    const { build } = portal.getSnapshot().children;
    return action === 'PUSH' && build !== undefined && selectNavigatesFully(build.getSnapshot());
  };
  const blocker = useBlocker({
    shouldBlockFn: ({ next, action }) =>
      isInsideTheApplication(next.pathname)
        ? (isAnotherBeginning(next) || isLoadedWhole(action)) && hasUnsaved()
        : losesSomething(),
    // The way to the login returns here and loses nothing; the person has already confirmed leaving for another page.
    enableBeforeUnload: () =>
      isInsideTheApplication(location.pathname) &&
      !isLeaving() &&
      !login.getSnapshot().hasTag('leaving') &&
      losesSomething(),
    withResolver: true,
  });

  const form = useSelector(application, selectForm);
  const losesFiles = form !== undefined && selectHasPendingFiles(form.getSnapshot());
  const isFoundAgain = blocker.status === 'blocked' && isInsideTheApplication(blocker.next.pathname);
  const kind = losesAll && !isFoundAgain ? 'anonymous' : losesFiles ? 'files' : 'unsaved';
  const isBlocked = blocker.status === 'blocked';
  // The dialog stays when the number is copied in it.
  if (ticket !== undefined) {
    const answer = { onLeave: () => blocker.proceed?.(), onStay: () => blocker.reset?.() };
    return <LeaveSentDialog open={isBlocked} ticket={ticket} {...answer} />;
  }
  return (
    <Dialog
      open={isBlocked}
      title={t(`leave.${kind}.title`)}
      ok={t(`leave.${kind}.ok`)}
      cancel={t('leave.stay')}
      danger
      onOutcome={(outcome) => (outcome === 'ok' ? blocker.proceed?.() : blocker.reset?.())}
    >
      <p>{t(`leave.${kind}.text`, spans)}</p>
      {kind === 'anonymous' && losesFiles && <p>{t('leave.anonymous.files')}</p>}
      {kind === 'anonymous' && keeping && (
        <Button
          variant="secondary"
          icon="document"
          onClick={() => {
            blocker.reset?.();
            keeping.request();
          }}
        >
          {t('keep')}
        </Button>
      )}
    </Dialog>
  );
}

const isInsideTheApplication = (path: string): boolean =>
  [...Object.values(paths.process), ...Object.values(paths.handover)].some((one) => one === path);
