import { useSelector } from '@xstate/react';
import { type ComponentType, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApplicationScreen, selectScreen } from '#machines/application/application.selectors.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { later, laterPart } from '#ui/kit/later.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { preload } from '#ui/kit/preload.ts';
import { usePortal } from '../shared/portal-context.tsx';
import { useSettled } from '../shared/use-settled.ts';
import { ApplicationProvider, useApplication } from './application-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';
import { FormScreen } from './form-screen.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useIsCovered, useIsKeptOutOfSight } from './use-is-covered.ts';

/** These screens are loaded when shown: the form must be usable before they have arrived. */
const failures = () => import('./failure-screens.tsx');
const closed = () => import('./closed-screens.tsx');
const screens: Record<ApplicationScreen, ComponentType> = {
  loading: LoadingScreen,
  form: FormScreen,
  start: later(async () => (await import('../start/start-screen.tsx')).StartScreen),
  welcome: later(async () => (await import('../start/welcome-screen.tsx')).WelcomeScreen),
  summary: later(async () => (await import('../summary/summary-screen.tsx')).SummaryScreen),
  conflict: later(async () => (await import('../conflict/conflict-screen.tsx')).ConflictScreen),
  confirmed: later(async () => (await import('../summary/confirmed-screen.tsx')).ConfirmedScreen),
  notice: later(async () => (await import('../summary/notice-screen.tsx')).NoticeScreen),
  login: later(async () => (await import('../summary/login-screen.tsx')).LoginScreen),
  payment: later(async () => (await import('../payment/payment-screen.tsx')).PaymentScreen),
  ready: later(async () => (await import('../result/ready-screen.tsx')).ReadyScreen),
  submission: later(async () => (await import('../result/submission-screen.tsx')).SubmissionScreen),
  submitFailed: later(async () => (await import('../result/submit-failed-screen.tsx')).SubmitFailedScreen),
  result: later(async () => (await import('../result/result-screen.tsx')).ResultScreen),
  notOffered: later(async () => (await failures()).NotOfferedScreen),
  notFound: later(async () => (await closed()).NotFoundScreen),
  levelTooLow: later(async () => (await closed()).LevelTooLowScreen),
  expired: later(async () => (await failures()).ExpiredScreen),
  ended: later(async () => (await import('./ended-screen.tsx')).EndedScreen),
  failed: later(async () => (await failures()).FailedScreen),
};
const covered = () => import('./covered-screen.tsx');
const CoveredScreen = later(async () => (await covered()).CoveredScreen);
const PlaceNeededScreen = laterPart(
  async () => (await import('../start/place-needed-screen.tsx')).PlaceNeededScreen,
);

/** Screen of an application in the state of its workflow. */
export function ProcessScreen() {
  const application = usePortal(selectApplication);
  useNextParts();
  if (!application) {
    return <PlaceNeededScreen />;
  }
  return (
    <ApplicationProvider value={application}>
      <CurrentScreen />
      <LeaveGuard />
    </ApplicationProvider>
  );
}

/** Loads the screens after the form as soon as the form is shown: the network may be gone when they are needed. */
function useNextParts(): void {
  const settled = useSettled();
  const { i18n } = useTranslation();
  useEffect(() => {
    if (!settled) return;
    void i18n.loadNamespaces(['errors', 'summary']);
    preload(covered);
    preload(() => import('./look-banner.tsx'));
    preload(() => import('#ui/form/file-field.tsx'));
    preload(() => import('../summary/summary-screen.tsx'));
  }, [i18n, settled]);
}

function CurrentScreen() {
  const Screen = screens[useSelector(useApplication(), selectScreen)];
  const isKept = useIsKeptOutOfSight();
  const isCovered = useIsCovered() && !isKept;
  return (
    // The cover has a boundary of its own: the entries must not stay on the page until its code has arrived.
    <Suspense key={isCovered ? 'cover' : 'screen'} fallback={<LoadingScreen />}>
      {isCovered ? <CoveredScreen /> : <Screen />}
    </Suspense>
  );
}

function LoadingScreen() {
  const { t } = useTranslation('application');
  return (
    <ApplicationLayout title={t('loading')}>
      <Skeleton size="page" />
    </ApplicationLayout>
  );
}
