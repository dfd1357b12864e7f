import { useBlocker } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectFilesAreLeft, selectFilesAreOnTheirWay } from '#machines/handingIn/handingIn.selectors.ts';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { paths } from '../shared/paths.ts';
import { type HandingInActor, useLoginActor } from '../shared/portal-context.tsx';

/** Asks before the page is left with files that are not handed in: people take an uploaded file for a sent one. */
export function HandInGuard({ actor }: { actor: HandingInActor }) {
  const { t } = useTranslation('handIn');
  const login = useLoginActor();
  const { isLeaving } = useApplicationTools();
  const onTheirWay = useSelector(actor, selectFilesAreOnTheirWay);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      selectFilesAreLeft(actor.getSnapshot()) &&
      !(isHere(next.pathname) && idOf(next.search) === idOf(current.search)),
    // Files that have arrived are found again after a reload; the way to the login returns here.
    enableBeforeUnload: () =>
      !isLeaving() && !login.getSnapshot().hasTag('leaving') && selectFilesAreOnTheirWay(actor.getSnapshot()),
    withResolver: true,
  });
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      title={t('leave.title')}
      ok={t('leave.ok')}
      cancel={t('leave.stay')}
      onOutcome={(outcome) => (outcome === 'ok' ? blocker.proceed?.() : blocker.reset?.())}
    >
      <p>{t(onTheirWay ? 'leave.onTheirWay' : 'leave.arrived')}</p>
    </Dialog>
  );
}

const isHere = (path: string): boolean => Object.values(paths.handIn).some((one) => one === path);
const idOf = (search: object): unknown => ('id' in search ? search.id : undefined);
