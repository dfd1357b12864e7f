import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoverOrigin } from '#contract/handover.ts';
import {
  type ApplicationScreen,
  selectOffer,
  selectOrigin,
  selectProcess,
  selectScreen,
} from '#machines/application/application.selectors.ts';
import { selectIsReadOnly } from '#machines/windows/windows.selectors.ts';
import { ApplicationFrame } from '#ui/frame/application-frame.tsx';
import { laterPart } from '#ui/kit/later.tsx';
import { Link } from '#ui/kit/link.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { AccountMenu } from '../shared/account-menu.tsx';
import { useDocumentHead } from '../shared/document-head.tsx';
import { EndSession } from '../shared/end-session.tsx';
import { useFrameProps } from '../shared/frame-props.ts';
import { LoginOutcomeAlert } from '../shared/login-outcome-alert.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, useWindows } from '../shared/portal-context.tsx';
import { SessionBanner } from '../shared/session-banner.tsx';
import { useApplication } from './application-context.tsx';
import { EditingBanner } from './editing-banner.tsx';
import { KeepButton } from './keep-button.tsx';
import { Keeping } from './keeping.tsx';
import { useHasUnsaved } from './use-has-unsaved.ts';
import { useIsCovered, useIsLooking } from './use-is-covered.ts';

const LookBanner = laterPart(async () => (await import('./look-banner.tsx')).LookBanner);

/** Screens without an application to leave; they lead to the start page themselves. */
const withoutApplication: ReadonlySet<ApplicationScreen> = new Set([
  'notOffered',
  'notFound',
  'levelTooLow',
  'expired',
  'ended',
]);

/** Compares by fields: each answer makes a new view of the application. */
const sameOrigin = (one: HandoverOrigin | null, other: HandoverOrigin | null): boolean =>
  one?.id === other?.id && one?.sender === other?.sender;

/** Minimal layout of an application: service, save indicator, login, language, the way out. */
export function ApplicationLayout({
  title,
  hasErrors = false,
  saveState,
  children,
}: {
  /** Name of the step, for the window's title. */
  title: string;
  /** The page lists errors: the title is what a screen reader says first. */
  hasErrors?: boolean;
  saveState?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation(['application', 'common']);
  const locale = useLocale();
  const frame = useFrameProps();
  const offer = useSelector(useApplication(), selectOffer);
  const screen = useSelector(useApplication(), selectScreen);
  // The start screen has nothing yet that could be safe.
  const process = useSelector(useApplication(), selectProcess);
  const isLeftForLater = process !== null && process.status !== 'SUBMITTED';
  const origin = useSelector(useApplication(), selectOrigin, sameOrigin);
  const hasUnsaved = useHasUnsaved();
  const isCovered = useIsCovered();
  const isLooking = useIsLooking();
  // The server renders a page without knowing of other windows; after a login they may be known before hydration.
  const hydrated = useHydrated();
  const readOnly = useWindows(selectIsReadOnly, false) && !isCovered && hydrated;
  // The form screen shows the banner itself.
  const ended = screen === 'ended';
  // A covered application has no name in the title: people who pass can read it, too.
  const step = hasErrors ? t('titleWithErrors', { title }) : title;
  useDocumentHead({ title: offer && !isCovered ? `${step} – ${offer.title}` : step });
  return (
    <ApplicationFrame
      {...frame}
      service={offer?.title ?? ''}
      saveState={saveState}
      banner={
        !ended && (
          <>
            {origin && <p className="sp-muted">{t('origin.from', { portal: origin.sender })}</p>}
            {isLooking && <LookBanner />}
            <SessionBanner hasUnsaved={hasUnsaved} endIsTold={isCovered || isLooking} />
            {!isCovered && hydrated && <EditingBanner />}
          </>
        )
      }
      leave={
        <>
          <AccountMenu />
          {!withoutApplication.has(screen) && <KeepButton />}
          <EndSession />
          {origin ? (
            <Link quiet href={hrefOf.redirect({ lang: locale, handover: origin.id })}>
              {t('origin.back', { portal: origin.sender })}
            </Link>
          ) : (
            !withoutApplication.has(screen) && (
              <Link
                quiet
                href={
                  isLeftForLater && process.facts.hasUser
                    ? hrefOf.account(locale, hasUnsaved ? undefined : process.id)
                    : hrefOf.home(locale)
                }
              >
                {t(isLeftForLater ? 'leave.link' : 'common:toHome')}
              </Link>
            )
          )}
        </>
      }
    >
      <Keeping />
      <LoginOutcomeAlert entries unchanged={process !== null} greets />
      {/* While another window edits, everything is shown and nothing can be used. */}
      <fieldset className="sp-editable" role="none" disabled={readOnly}>
        {children}
      </fieldset>
    </ApplicationFrame>
  );
}
