import { useTranslation } from 'react-i18next';
import type { MetadataView } from '#contract/shapes.ts';
import type { LoginWay } from '#domain/login-ways.ts';
import { Card } from '#ui/kit/card.tsx';
import { usePause } from '../shared/interruptions.ts';
import { LoginButton } from '../shared/login-button.tsx';
import { useProviderName } from '../shared/settings-context.tsx';

/** Logins as large choices: the meaning of each, and the things that people need at hand for it. */
export function LoginWays({
  ways,
  offer,
  primary = 'secondary',
}: {
  ways: readonly LoginWay[];
  /** The offer that the logins are for. */
  offer: MetadataView;
  /** Look of the first button. */
  primary?: 'primary' | 'secondary';
}) {
  return ways.map((way, at) => (
    <Way
      key={way.providerId}
      way={way}
      unfilled={offer.unfilled}
      variant={at === 0 ? primary : 'secondary'}
    />
  ));
}

function Way({
  way,
  unfilled = false,
  variant,
}: {
  way: LoginWay;
  unfilled?: boolean | undefined;
  variant: 'primary' | 'secondary';
}) {
  const { t } = useTranslation('start');
  const provider = useProviderName(way.providerId);
  const pause = usePause(`login:${way.providerId}`);
  return (
    <Card
      title={t('ways.account.title', { provider })}
      headingLevel={3}
      footer={
        <LoginButton variant={variant} query={{ providerId: way.providerId, trustLevel: way.level }}>
          {t('ways.account.login', { provider })}
        </LoginButton>
      }
    >
      <p>{pause ?? t(`ways.is.${way.providerId}`)}</p>
      <p>{t(unfilled ? 'ways.account.unfilled' : `ways.means.${way.providerId}`)}</p>
      <p>{t(`ways.need.${way.providerId}.${way.level}` as 'ways.need.nkb.low')}</p>
    </Card>
  );
}
