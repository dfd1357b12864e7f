import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { selectIsOffline } from '#machines/portal/portal.selectors.ts';
import {
  selectDeparture,
  selectLogoutIsUnanswered,
  selectSessionIsExpired,
  selectUser,
  selectWarning,
} from '#machines/session/session.selectors.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { laterPart } from '#ui/kit/later.tsx';
import { preload } from '#ui/kit/preload.ts';
import { LeavingForLogin } from './leaving-for-login.tsx';
import { LeavingForLogout } from './leaving-for-logout.tsx';
import { endingPart, loadEnding } from './load-ending.ts';
import { useLoginActor, usePortal, useSession } from './portal-context.tsx';
import { PageLoading, Toasts } from './portal-signs.tsx';

const EndingDialog = endingPart((it) => it.EndingDialog);
const SessionWarnings = endingPart((it) => it.SessionWarnings);
const ComingEndReminder = endingPart((it) => it.ComingEndReminder);
const ExpiredDialog = endingPart((it) => it.ExpiredDialog);
const CardDialog = laterPart(async () => (await import('./card-dialog.tsx')).CardDialog);

/** Messages that may appear on any page: no network, the session has ended, the way to the login, messages, a load. */
export function Messages() {
  return (
    <>
      <LowerEdge />
      <ComingEnd />
      <Expired />
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
  const endIsComing = useSession((snapshot) => selectWarning(snapshot) === 'reminder');
  const edge = useRef<HTMLDivElement>(null);
  const isCovering = offline || endIsComing;
  useEffect(() => (isCovering ? keepClearOf(edge.current) : undefined), [isCovering]);
  return (
    <div ref={edge} className="sp-lower-edge">
      <div className="sp-coming-end" role="status">
        {endIsComing && <ComingEndReminder />}
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
  return isAsked && <EndingDialog />;
}

/** The warnings before the session ends. */
function ComingEnd() {
  const { i18n } = useTranslation();
  const hasSession = useSession((snapshot) => selectUser(snapshot) !== null);
  const isWarned = useSession((snapshot) => ['idle', 'end'].includes(selectWarning(snapshot) ?? ''));
  useEffect(() => {
    if (!hasSession) return;
    // The network may be gone when it is due.
    preload(loadEnding);
    void i18n.loadNamespaces('ending');
  }, [hasSession, i18n]);
  return isWarned && <SessionWarnings />;
}

/** The session has ended by itself. */
function Expired() {
  const isExpired = useSession(selectSessionIsExpired);
  return isExpired && <ExpiredDialog />;
}

/** Before the login by online ID card. */
function Card() {
  const isAsked = useSelector(useLoginActor(), (snapshot) => snapshot.hasTag('card'));
  return isAsked && <CardDialog />;
}
