import { useTranslation } from 'react-i18next';
import type { SessionUser } from '#machines/session/session.types.ts';
import { Actions } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Details } from '#ui/kit/steps.tsx';
import { LoginButton } from './login-button.tsx';

/** Trust levels above each (spec section 6); the citizens' account alone has several. */
const higher = {
  low: ['substantial', 'high'],
  substantial: ['high'],
  high: [],
} as const satisfies Record<SessionUser['trustLevel'], readonly SessionUser['trustLevel'][]>;

/** Drafts of a higher trust level are listed after a login at that level. */
export function HigherLevel({ account }: { account: SessionUser }) {
  const { t } = useTranslation('account');
  const levels = account.providerId === 'nkb' ? higher[account.trustLevel] : [];
  if (levels.length === 0) return null;
  return (
    <Details summary={t('higher.title')}>
      <Stack gap="small" narrow>
        <p>{t('higher.text', { level: t(`trust.${account.trustLevel}`) })}</p>
        <Actions>
          {levels.map((level) => (
            <LoginButton key={level} variant="secondary" trustLevel={level}>
              {t(`higher.${level}`)}
            </LoginButton>
          ))}
        </Actions>
      </Stack>
    </Details>
  );
}
