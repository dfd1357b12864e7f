import { useTranslation } from 'react-i18next';
import type { LoginView } from '#contract/auth.ts';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { dayAndTime } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { useProviderName } from '../shared/settings-context.tsx';
import { useLoginName } from './use-login-name.ts';

/** One login with its place, its time and its kind. */
export function LoginCard({ login, onEnd }: { login: LoginView; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const device = useLoginName()(login);
  const provider = useProviderName(login.providerId);
  return (
    <Card title={login.isThis ? t('logins.this', { device }) : device}>
      <DescriptionList
        items={[
          { key: 'used', term: t('logins.used'), value: dayAndTime(login.usedAt, locale) },
          {
            key: 'how',
            term: t('logins.how'),
            value: t('logins.by', { provider, level: t(`trust.${login.trustLevel}`) }),
          },
        ]}
      />
      {!login.isThis && (
        <div>
          <Button variant="secondary" danger icon="logout" onClick={onEnd}>
            {t('logins.end')}
            <VisuallyHidden>: {device}</VisuallyHidden>
          </Button>
        </div>
      )}
    </Card>
  );
}
