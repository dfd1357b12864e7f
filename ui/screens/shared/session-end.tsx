import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { processUnderWay } from '#machines/portal/portal.selectors.ts';
import {
  selectEnding,
  selectErased,
  selectFormer,
  selectFormerProvider,
} from '#machines/session/session.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { AccountLink } from './account-link.tsx';
import { sentOf, useProcess } from './end-kind.ts';
import { EndedReport, isKept } from './ended-list.tsx';
import { LoginAgainLinks } from './login-again-links.tsx';
import { hrefOf } from './paths.ts';
import { useLocale, usePortal, useSession, useSessionActor } from './portal-context.tsx';
import { useKeepsSession, useProviderName } from './settings-context.tsx';

/** Whether the server lacks some of the entries on this page. */
type Entered = { hasUnsaved: boolean };

/** The end of the session, while it is to be shown, and the way on. */
export function SessionEnd(entered: Entered) {
  const { t } = useTranslation('ending');
  const ending = useSession(selectEnding);
  const former = useSession(selectFormer);
  const isApplying = usePortal(selectIsApplying);
  const isSent = sentOf(useProcess()) !== null;
  if (ending === 'erased') return <Erased />;
  // A logout needs no message: the screen is covered (covered-screen.tsx).
  if (ending === 'elsewhere') return null;
  // An application without an account is of no use elsewhere.
  if (!isApplying && former === 'anonymous') return null;
  const title = former === 'anonymous' && !isSent ? 'anonymous' : 'expired';
  return (
    <Told>
      <Alert tone="warning" title={t(`session.${title}`)} live="polite">
        <SessionWayOn {...entered} />
      </Alert>
    </Told>
  );
}

/** A message next to the form, where a person waits for it to be saved. */
export function SavingLocked() {
  const { t } = useTranslation('ending');
  return (
    <Alert tone="warning" title={t('locked')} live="assertive">
      <SessionWayOn hasUnsaved />
    </Alert>
  );
}

/** The rest of the input, and the way to continue. */
function SessionWayOn(entered: Entered) {
  const former = useSession(selectFormer);
  return former === 'anonymous' ? <BeginAnew /> : <LogInAgain {...entered} />;
}

function LogInAgain({ hasUnsaved }: Entered) {
  const { t } = useTranslation('ending');
  const isApplying = usePortal(selectIsApplying);
  const kept = hasUnsaved ? 'onScreen' : 'saved';
  return (
    <Stack gap="small">
      {isApplying ? <WhatStays kept={t(`session.${kept}`)} /> : <p>{t('session.page')}</p>}
      <AccountMayBeOpen />
      <Actions>
        <LoginAgainLinks />
      </Actions>
    </Stack>
  );
}

/**
 * Warns of an open account: the session here has ended by itself, but the account's may go on, and somebody else at
 * this computer with it.
 */
export function AccountMayBeOpen() {
  const { t } = useTranslation('ending');
  const id = useSession(selectFormerProvider);
  const provider = useProviderName(id ?? undefined);
  const isOpen = useKeepsSession(id);
  return (
    isOpen && (
      <>
        <p>{t('account.open', { provider })}</p>
        <AccountLink id={id} />
      </>
    )
  );
}

function BeginAnew() {
  return (
    <Stack gap="small">
      <WhatBecomes />
      <Actions>
        <BeginAnewLink />
      </Actions>
    </Stack>
  );
}

/**
 * The fate of an application of an account whose session has ended: sent, or there as before.
 * @param kept what is said of the entries of an application that was not sent
 * @param isOver whether the person has left on purpose: then the number stays hidden as well
 */
export function WhatStays({ kept, isOver = false }: { kept: string; isOver?: boolean }) {
  const { t } = useTranslation('ending');
  const process = useProcess();
  const sent = sentOf(process);
  if (sent === null) {
    return (
      <>
        <p>{kept}</p>
        {process?.status === 'PAYMENT_PENDING' && <p>{t('session.payable')}</p>}
      </>
    );
  }
  return (
    <>
      <p>{t(`session.${sent.kind}Kept`)}</p>
      {!isOver && <Ticket number={sent.ticket} />}
    </>
  );
}

/** The fate of an application without an account whose session has ended, and the part that its person keeps. */
export function WhatBecomes() {
  const { t } = useTranslation('ending');
  const process = useProcess();
  const sent = sentOf(process);
  if (sent === null) {
    return (
      <>
        <p>{t('session.gone')}</p>
        {process?.status === 'PAYMENT_PENDING' && <p>{t('session.payable')}</p>}
      </>
    );
  }
  return (
    <>
      <p>{t(`session.${sent.kind}`)}</p>
      <Ticket number={sent.ticket} />
    </>
  );
}

function Ticket({ number }: { number: string }) {
  const { t } = useTranslation(['ending', 'result']);
  return (
    <Stack gap="small">
      <DescriptionList items={[{ key: 'ticket', term: t('session.ticket'), value: number }]} />
      <CopyButton text={number} label={t('result:copyTicket')} />
    </Stack>
  );
}

/** The way to begin the same service at the same place anew; nothing for an application that was sent. */
export function BeginAnewLink() {
  const { t } = useTranslation('ending');
  const locale = useLocale();
  const process = useProcess();
  return (
    process &&
    sentOf(process) === null && (
      <LinkButton variant="secondary" href={hrefOf.start(locale, process.metadata.leiKaId, process.area.key)}>
        {t('session.again')}
      </LinkButton>
    )
  );
}

/** An end by the person, on a page that is not the application itself. */
function Erased() {
  const { t } = useTranslation('ending');
  const session = useSessionActor();
  const erased = useSession(selectErased);
  return (
    <Told>
      <Alert
        tone={isKept(erased) ? 'warning' : 'success'}
        title={t(isKept(erased) ? 'done.kept' : 'done.title')}
        live="polite"
      >
        <Stack gap="small">
          <EndedReport applications={erased} />
          <Actions>
            <Button variant="secondary" onClick={() => session.send({ type: 'message.dismissed' })}>
              {t('done.understood')}
            </Button>
          </Actions>
        </Stack>
      </Alert>
    </Told>
  );
}

const selectIsApplying = (snapshot: Parameters<typeof processUnderWay>[0]): boolean =>
  processUnderWay(snapshot) !== null;

/** Takes the focus where the button pressed last is gone: reading continues here, unless somebody is typing. */
function Told({ children }: { children: ReactNode }) {
  const box = useFocus<HTMLDivElement>(true, true);
  return (
    <div className="sp-session-end" ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}
