import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { selectIsOffline } from '#machines/portal/portal.selectors.ts';
import {
  selectDeparture,
  selectFormerProvider,
  selectLogoutIsUnanswered,
  selectSessionIsExpired,
  selectUser,
  selectWarning,
} from '#machines/session/session.selectors.ts';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { preload } from '#ui/kit/preload.ts';
import { sentOf, useProcess } from './end-kind.ts';
import { LeavingForLogin } from './leaving-for-login.tsx';
import { LeavingForLogout } from './leaving-for-logout.tsx';
import { openLogin } from './login-window.ts';
import { useLocale, useLoginActor, usePortal, useSession, useSessionActor } from './portal-context.tsx';
import { PageLoading, Toasts } from './portal-signs.tsx';
import { useLoginProvider } from './settings-context.tsx';
import { TicketNumber } from './ticket-number.tsx';

/** Parts of the page that are rarely needed, and never at first sight. */
const endingDialog = () => import('./ending-dialog.tsx');
const EndingDialog = lazy(() => loadWithRetry(endingDialog).then((it) => ({ default: it.EndingDialog })));

const sessionWarnings = () => import('./session-warnings.tsx');
const SessionWarnings = lazy(() =>
  loadWithRetry(sessionWarnings).then((it) => ({ default: it.SessionWarnings })),
);
const comingEnd = () => import('./coming-end.tsx');
const ComingEndNotice = lazy(() => loadWithRetry(comingEnd).then((it) => ({ default: it.ComingEndNotice })));
const CardDialog = lazy(() =>
  loadWithRetry(() => import('./card-dialog.tsx')).then((it) => ({ default: it.CardDialog })),
);

/** Messages that may appear on any page: no network, the session has ended, the way to the login, messages, a load. */
export function Notices() {
  return (
    <>
      <LowerEdge />
      <ComingEnd />
      <SessionNotice />
      <Ending />
      <Card />
      <LeavingForLogin />
      <LeavingForLogout />
      <Toasts />
      <PageLoading />
    </>
  );
}

/** Messages that stay at the lower edge of the window as long as they apply. */
function LowerEdge() {
  const { t } = useTranslation('common');
  const offline = usePortal(selectIsOffline);
  const endIsComing = useSession((snapshot) => selectWarning(snapshot) === 'notice');
  const edge = useRef<HTMLDivElement>(null);
  const isCovering = offline || endIsComing;
  useEffect(() => (isCovering ? keepClearOf(edge.current) : undefined), [isCovering]);
  return (
    <div ref={edge} className="sp-lower-edge">
      <div className="sp-coming-end" role="status">
        {endIsComing && (
          <Suspense>
            <ComingEndNotice />
          </Suspense>
        )}
      </div>
      <div className="sp-offline" role="status">
        {offline && (
          <p className="sp-offline__text">
            <Icon name="warning" />
            {t('offline')}
          </p>
        )}
      </div>
    </div>
  );
}

/** Room for the focus ring, px. */
const RING = 8;

/**
 * Scrolls the focused element clear of something that covers the lower edge, whatever its height: both the present
 * field and later ones.
 * @returns the function that ends it
 */
function keepClearOf(cover: HTMLElement | null): (() => void) | undefined {
  // Documents of tests have no ResizeObserver.
  if (!cover || !('ResizeObserver' in window)) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBottom = `${cover.offsetHeight + RING}px`;
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(cover);
  return () => {
    observer.disconnect();
    style.scrollPaddingBottom = '';
  };
}

/** "End and delete": the questions before it, and the message about an end that was not answered. */
function Ending() {
  const isAsked = useSession(
    (snapshot) => selectDeparture(snapshot) !== null || selectLogoutIsUnanswered(snapshot),
  );
  return (
    isAsked && (
      <Suspense>
        <EndingDialog />
      </Suspense>
    )
  );
}

/** The warnings before the session ends. */
function ComingEnd() {
  const { i18n } = useTranslation();
  const hasSession = useSession((snapshot) => selectUser(snapshot) !== null);
  const isWarned = useSession((snapshot) => ['idle', 'end'].includes(selectWarning(snapshot) ?? ''));
  useEffect(() => {
    if (!hasSession) return;
    // The code is loaded early: the network may be gone when the warning is due.
    preload(endingDialog);
    preload(sessionWarnings);
    preload(comingEnd);
    void i18n.loadNamespaces('ending');
  }, [hasSession, i18n]);
  return (
    isWarned && (
      <Suspense>
        <SessionWarnings />
      </Suspense>
    )
  );
}

/** The dialog before the login by online ID card. */
function Card() {
  const isAsked = useSelector(useLoginActor(), (snapshot) => snapshot.hasTag('card'));
  return (
    isAsked && (
      <Suspense>
        <CardDialog />
      </Suspense>
    )
  );
}

/** The end of the session. The page stays on the screen: the login takes place in a separate window. */
function SessionNotice() {
  const { t } = useTranslation('common');
  const session = useSessionActor();
  const locale = useLocale();
  const expired = useSession(selectSessionIsExpired);
  const first = useLoginProvider();
  const former = useSession(selectFormerProvider);
  const provider = useLoginProvider(former ? [former] : undefined)?.id ?? first?.id;
  const process = useProcess();
  const sent = sentOf(process);
  const dismiss = () => session.send({ type: 'notice.dismissed' });
  if (process && !process.facts.hasUser) {
    return (
      <Dialog open={expired} title={t('expired.title')} ok={t('expired.understood')} onOutcome={dismiss}>
        <p>{t('expired.text')}</p>
        <p>{t(`expired.${sent?.kind ?? 'anonymous'}`)}</p>
        <TicketNumber number={sent?.ticket} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={expired}
      title={t('expired.title')}
      ok={t('expired.login')}
      cancel={t('expired.stay')}
      onOutcome={(outcome) => {
        // A browser that opens no windows: the notice on the page has a link.
        if (outcome !== 'ok' || !openLogin({ lang: locale, provider })) dismiss();
      }}
    >
      <p>{t('expired.text')}</p>
      {process && <p>{t('expired.safe')}</p>}
    </Dialog>
  );
}
