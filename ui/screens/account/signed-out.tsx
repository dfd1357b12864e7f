import { useTranslation } from 'react-i18next';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Lead, Prose, Stack } from '#ui/kit/layout.tsx';
import { LoginButton } from '../shared/login-button.tsx';
import { LoginGuide } from '../shared/login-guide.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { type LoginProvider, useLoginProviders } from '../shared/settings-context.tsx';

/**
 * The contents of this page for a logged-in person, and the way to log in.
 * @param anonymous an application without an account is in progress
 */
export function SignedOut({ anonymous }: { anonymous: boolean }) {
  const { t } = useTranslation(['account', 'guide']);
  const locale = useLocale();
  const providers = useLoginProviders();
  const [only] = providers;
  const several = providers.length > 1;
  return (
    <Stack narrow>
      <Lead>
        {only === undefined && t('signedOut.none')}
        {only && (several ? t('signedOut.choose') : t('signedOut.lead', { provider: only.name }))}
      </Lead>
      {several && providers.map((provider) => <Way key={provider.id} provider={provider} />)}
      <Prose>
        <p>{t('signedOut.contents')}</p>
        <ul>
          <li>{t('signedOut.drafts')}</li>
          <li>{t('signedOut.sent')}</li>
        </ul>
        {several && <p>{t('signedOut.own')}</p>}
        <p>{t(anonymous ? 'signedOut.anonymous' : 'signedOut.withoutAccount')}</p>
      </Prose>
      {only && (
        <LoginGuide>
          <p>{t('guide:without.anywhere')}</p>
        </LoginGuide>
      )}
      <Actions>
        {only && !several && <LogIn provider={only} />}
        <LinkButton variant="secondary" href={hrefOf.home(locale)} icon="search">
          {t('begin')}
        </LinkButton>
      </Actions>
    </Stack>
  );
}

/** One of several logins, and its users. */
function Way({ provider }: { provider: LoginProvider }) {
  const { t } = useTranslation('account');
  return (
    <Card title={provider.title} footer={<LogIn provider={provider} variant="secondary" />}>
      <p>{t(`signedOut.way.${provider.id}`)}</p>
    </Card>
  );
}

function LogIn({ provider, variant }: { provider: LoginProvider; variant?: 'secondary' }) {
  const { t } = useTranslation('account');
  return (
    <LoginButton variant={variant} query={{ providerId: provider.id }}>
      {t('signedOut.login', { provider: provider.name })}
    </LoginButton>
  );
}
