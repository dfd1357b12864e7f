import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  selectAgreementIsMissed,
  selectDeparture,
  selectHeld,
  selectIsAgreed,
  selectLogoutIsUnanswered,
} from '#machines/session/session.selectors.ts';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { EndedList } from './ended-list.tsx';
import { useLocale, usePortalTools, useSession, useSessionActor } from './portal-context.tsx';

/**
 * Shows the applications before they are deleted; if something is paid, asks a second time. Says when an end is in
 * doubt.
 */
export function EndingDialog() {
  const { t } = useTranslation('ending');
  const departure = useSession(selectDeparture);
  const held = useSession(selectHeld);
  const isPaid = held.some(({ fate }) => fate === 'paid');
  const logoutIsUnanswered = useSession(selectLogoutIsUnanswered);
  const { again, dismiss, logOut, stay } = useAnswers();
  const tryAgain = { again, dismiss };
  if (logoutIsUnanswered)
    return <Failed title={t('logout.title')} text={t('logout.text')} again={logOut} dismiss={stay} />;
  if (departure === 'failed')
    return <Failed title={t('failed.title')} text={t('failed.text')} {...tryAgain} />;
  if (departure === 'endingUnanswered')
    return <Failed title={t('unanswered.title')} text={t('unanswered.text')} {...tryAgain} />;
  if (departure === 'confirming') return <Question />;
  if (departure === 'confirmingPaid') return <PaidQuestion />;
  if (departure === 'ending') return isPaid ? <PaidQuestion /> : <Question />;
  return null;
}

function useAnswers() {
  const session = useSessionActor();
  const locale = useLocale();
  return {
    agree: (agreed: boolean) => session.send({ type: 'consent.changed', agreed }),
    confirm: () => session.send({ type: 'ending.confirmed' }),
    dismiss: () => session.send({ type: 'ending.dismissed' }),
    again: () => session.send({ type: 'ending.requested', locale }),
    logOut: () => session.send({ type: 'logout.requested' }),
    stay: () => session.send({ type: 'logout.dismissed' }),
    busy: useSession((snapshot) => selectDeparture(snapshot) === 'ending'),
  };
}

function Question() {
  const { t } = useTranslation('ending');
  const held = useSession(selectHeld);
  const { confirm, dismiss, busy } = useAnswers();
  const { KeepInstead } = usePortalTools();
  const isEmpty = held.length === 0;
  const isSent = !isEmpty && held.every(({ fate }) => fate === 'sent' || fate === 'sending');
  return (
    <Dialog
      open
      title={t(isSent ? 'confirm.sentTitle' : 'confirm.title')}
      ok={t(isEmpty || isSent ? 'confirm.end' : 'confirm.ok')}
      cancel={t('confirm.cancel')}
      danger
      busy={busy}
      onOutcome={(outcome) => (outcome === 'ok' ? confirm() : dismiss())}
    >
      {isEmpty ? (
        <p>{t('confirm.nothing')}</p>
      ) : (
        <>
          <EndedList applications={held} when="before" />
          <p>{t('confirm.text')}</p>
          {KeepInstead && <KeepInstead before={dismiss} />}
        </>
      )}
    </Dialog>
  );
}

/**
 * The second question. The consent is a separate checkbox: a double click on the first question's button must not
 * answer this one.
 */
function PaidQuestion() {
  const { t } = useTranslation('ending');
  const held = useSession(selectHeld);
  const agreed = useSession(selectIsAgreed);
  const isMissed = useSession(selectAgreementIsMissed);
  const { agree, confirm, dismiss, busy } = useAnswers();
  const id = useId();
  const box = useFocus<HTMLInputElement>(isMissed);
  return (
    <Dialog
      open
      title={t('paid.title')}
      ok={t('paid.ok')}
      cancel={t('confirm.cancel')}
      danger
      busy={busy}
      onOutcome={(outcome) => (outcome === 'ok' ? confirm() : dismiss())}
    >
      <EndedList applications={held.filter(({ fate }) => fate === 'paid')} when="before" />
      <Checkbox
        ref={box}
        id={id}
        label={t('paid.consent')}
        checked={agreed}
        onChange={agree}
        error={isMissed ? t('paid.missing') : undefined}
      />
    </Dialog>
  );
}

/** An end that is in doubt: it can be tried again. */
function Failed({
  title,
  text,
  again,
  dismiss,
}: {
  title: string;
  text: string;
  again: () => void;
  dismiss: () => void;
}) {
  const { t } = useTranslation('ending');
  return (
    <Dialog
      open
      title={title}
      ok={t('tryAgain')}
      cancel={t('confirm.cancel')}
      onOutcome={(outcome) => (outcome === 'ok' ? again() : dismiss())}
    >
      <p>{text}</p>
    </Dialog>
  );
}
