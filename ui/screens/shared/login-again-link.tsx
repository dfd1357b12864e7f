import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/kit/button.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';
import { useLoginProvider } from './settings-context.tsx';

/**
 * Leads to the login in a separate window: what is on the screen stays there. A link, because no browser blocks it as a
 * pop-up; the window may close itself afterwards.
 */
export function LoginAgainLink() {
  const { t } = useTranslation('ending');
  const locale = useLocale();
  const provider = useLoginProvider()?.id;
  return (
    <LinkButton
      variant="secondary"
      icon="account"
      href={hrefOf.redirect({ lang: locale, provider })}
      target="_blank"
      rel="opener"
    >
      {t('session.login')}
    </LinkButton>
  );
}
