import { useTranslation } from 'react-i18next';
import { selectAccount } from '#machines/session/session.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { useSession } from '../shared/portal-context.tsx';
import { useProviderName } from '../shared/settings-context.tsx';
import { useLogIn } from '../shared/use-log-in.ts';

/** A button for the same login once more, at the same level, and back to this page. */
export function LoginOnceMore() {
  const { t } = useTranslation('ownData');
  const logIn = useLogIn();
  const account = useSession(selectAccount);
  const provider = useProviderName(account?.providerId);
  if (!account) return null;
  const { providerId, trustLevel } = account;
  return (
    <Stack>
      <SectionHeading>{t('recent.title')}</SectionHeading>
      <Prose>
        <p>{t('recent.text')}</p>
      </Prose>
      <div>
        <Button icon="account" onClick={() => logIn({ providerId, trustLevel, forceNew: true })}>
          {t('recent.button', { provider })}
        </Button>
      </div>
    </Stack>
  );
}
