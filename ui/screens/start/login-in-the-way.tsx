import { useTranslation } from 'react-i18next';
import type { MetadataView } from '#contract/shapes.ts';
import type { StartChoice } from '#machines/application/application.ways.ts';
import type { Account } from '#machines/session/session.types.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Card } from '#ui/kit/card.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { useAccountName } from '../shared/account-name.ts';
import { LevelButton } from '../shared/level-button.tsx';
import { LevelNote } from '../shared/level-note.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { useLoginNames, useProviderName } from '../shared/settings-context.tsx';
import { LoginWays } from './login-ways.tsx';

type About = { offer: MetadataView; account: Account };

/** A login below the level of the form: the way to reach the level, and the alternatives. */
export function LevelTooLow({
  offer,
  account,
  needed,
  stepUp,
  others,
}: About & Extract<StartChoice, { is: 'levelTooLow' }>) {
  const { t } = useTranslation(['start', 'level']);
  const locale = useLocale();
  const accountName = useAccountName();
  return (
    <Stack>
      <Card
        title={t('ways.account.below', { name: accountName(account) })}
        headingLevel={3}
        footer={<LevelButton account={account} needed={needed} />}
      >
        <LevelNote account={account} needed={needed} />
        {stepUp && <p>{t('level:here')}</p>}
        <p>
          {t('level:otherwise')}{' '}
          <Link href={hrefOf.service(locale, offer.leiKaId)}>{t('level:service')}</Link>
        </p>
      </Card>
      {others.length > 0 && (
        <>
          <SectionHeading level={3}>{t('ways.others')}</SectionHeading>
          <Stays account={account} />
          <LoginWays ways={others} offer={offer} primary={stepUp ? 'secondary' : 'primary'} />
        </>
      )}
    </Stack>
  );
}

/** A login of a kind that the form does not accept: the accepted ones, and the fate of the drafts. */
export function NotAccepted({ offer, account, ways }: About & Extract<StartChoice, { is: 'notAccepted' }>) {
  const { t } = useTranslation('start');
  const locale = useLocale();
  const accountName = useAccountName();
  const provider = useProviderName(account.providerId);
  const providers = useLoginNames(ways.map(({ providerId }) => providerId));
  return (
    <Stack>
      <Alert tone="warning" headingLevel={3} title={t('ways.notAccepted.title')}>
        <p>{t('ways.notAccepted.present', { name: accountName(account), provider })}</p>
        {ways.length > 0 ? (
          <p>{t('ways.notAccepted.accepted', { providers })}</p>
        ) : (
          <p>
            {t('ways.closed.text')}{' '}
            <Link href={hrefOf.service(locale, offer.leiKaId)}>{t('ways.closed.link')}</Link>
          </p>
        )}
      </Alert>
      {ways.length > 0 && <Stays account={account} />}
      <LoginWays ways={ways} offer={offer} primary="primary" />
    </Stack>
  );
}

/** The fate of the present account's data. */
function Stays({ account }: { account: Account }) {
  const { t } = useTranslation('start');
  const provider = useProviderName(account.providerId);
  return <p>{t('ways.stays', { provider })}</p>;
}

/** Says that this installation has no login that the form accepts. */
export function Closed({ offer }: { offer: MetadataView }) {
  const { t } = useTranslation('start');
  const locale = useLocale();
  return (
    <Alert tone="warning" headingLevel={3} title={t('ways.closed.title')}>
      <p>
        {t('ways.closed.text')}{' '}
        <Link href={hrefOf.service(locale, offer.leiKaId)}>{t('ways.closed.link')}</Link>
      </p>
    </Alert>
  );
}
