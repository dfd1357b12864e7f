import { useTranslation } from 'react-i18next';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { Lead, Prose, Stack } from '#ui/kit/layout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { useLoginProvider } from '../shared/settings-context.tsx';
import { LoginButton } from './login-button.tsx';

/** What would be shown here, and how to log in. @param anonymous an application without an account is in progress */
export function SignedOut({ anonymous }: { anonymous: boolean }) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const provider = useLoginProvider();
  return (
    <Stack narrow>
      {provider && <Lead>{t('signedOut.lead', { provider: provider.name })}</Lead>}
      <Prose>
        <p>{t('signedOut.contents')}</p>
        <ul>
          <li>{t('signedOut.drafts')}</li>
          <li>{t('signedOut.sent')}</li>
        </ul>
        <p>{t(anonymous ? 'signedOut.anonymous' : 'signedOut.withoutAccount')}</p>
      </Prose>
      <Actions>
        {provider && (
          <LoginButton icon="account">{t('signedOut.login', { provider: provider.name })}</LoginButton>
        )}
        <LinkButton variant="secondary" href={hrefOf.home(locale)} icon="search">
          {t('begin')}
        </LinkButton>
      </Actions>
    </Stack>
  );
}
