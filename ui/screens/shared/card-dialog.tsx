import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { type CardStep, selectCardStep } from '#machines/login/login.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Prose } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { pageHref } from './paths.ts';
import { useLocale, useLoginActor } from './portal-context.tsx';

/** Addresses of the card's app: the only publisher is the federal government. */
const APP = {
  computer: 'https://www.ausweisapp.bund.de/download',
  android: 'https://play.google.com/store/apps/details?id=com.governikus.ausweisapp2',
  ios: 'https://apps.apple.com/de/app/ausweisapp-bund/id948660805',
} as const;

/** The preparation of the login by online ID card: the things that must be ready, and whether the card's app runs. */
export function CardDialog() {
  const { t } = useTranslation('login');
  const login = useLoginActor();
  const step = useSelector(login, selectCardStep);
  if (step === null) return null;
  const check = () => login.send({ type: 'check.requested' });
  const goOn = () => login.send({ type: 'check.skipped' });
  const giveUp = () => login.send({ type: 'login.abandoned' });
  const { ok, cancel } = {
    preparing: { ok: check, cancel: giveUp },
    asking: { ok: check, cancel: giveUp },
    onPhone: { ok: goOn, cancel: giveUp },
    notRunning: { ok: check, cancel: goOn },
    unclear: { ok: goOn, cancel: check },
  }[step];
  return (
    <Dialog
      open
      title={t('card.title')}
      ok={t(`card.${step}.ok`)}
      cancel={t(`card.${step}.cancel`)}
      busy={step === 'asking'}
      onOutcome={(outcome) => {
        if (outcome === 'dismiss') giveUp();
        else if (outcome === 'ok') ok();
        else cancel();
      }}
    >
      <Ready step={step} />
      <div role="status">
        <Answer step={step} />
      </div>
    </Dialog>
  );
}

/** The things that the person needs at hand. */
function Ready({ step }: { step: CardStep }) {
  const { t } = useTranslation('login');
  const locale = useLocale();
  return (
    <>
      <p>{t('card.text')}</p>
      <Prose>
        <ul>
          <li>{t('card.function')}</li>
          <li>{t(step === 'onPhone' ? 'card.appOnPhone' : 'card.app')}</li>
        </ul>
      </Prose>
      <p>
        <Link href={pageHref(locale, 'onlineId')} target="_blank">
          {t('card.more')}
        </Link>
      </p>
      {step === 'onPhone' ? (
        <p>
          {t('card.onPhone.text')} {t('card.missing')} <Link href={APP.android}>{t('card.android')}</Link>
          {', '}
          <Link href={APP.ios}>{t('card.ios')}</Link>
        </p>
      ) : (
        <p>
          {t('card.missing')}{' '}
          <Link href={APP.computer} target="_blank">
            {t('card.download')}
          </Link>
        </p>
      )}
    </>
  );
}

/** The result of asking the app. */
function Answer({ step }: { step: CardStep }) {
  const { t } = useTranslation('login');
  if (step === 'preparing') return <p className="sp-muted">{t('card.preparing.text')}</p>;
  if (step === 'asking') return <Loader label={t('card.asking.text')} />;
  if (step === 'onPhone') return null;
  return (
    <Alert tone="warning" headingLevel={3} title={t(`card.${step}.title`)}>
      <p>{t(`card.${step}.text`)}</p>
    </Alert>
  );
}
