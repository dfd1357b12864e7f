import { useTranslation } from 'react-i18next';
import { selectLogout } from '#machines/session/session.selectors.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { LoginAgainLinks } from '../shared/login-again-links.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, useSession } from '../shared/portal-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';
import { useHasUnsaved } from './use-has-unsaved.ts';

/**
 * The person logged out: whoever sits here next must not see what was entered. It waits out of sight, and is saved when
 * the same person logs in again.
 */
export function CoveredScreen() {
  const { t } = useTranslation('ending');
  const locale = useLocale();
  const hasUnsaved = useHasUnsaved();
  const isFromHere = useSession((snapshot) => selectLogout(snapshot) === 'here');
  return (
    <ApplicationLayout title={t('session.elsewhere')}>
      <Stack narrow>
        <PageHeading takeFocus>{t('session.elsewhere')}</PageHeading>
        <Prose>
          <p>{t(isFromHere ? 'session.coveredHere' : 'session.covered')}</p>
          <p>{t(hasUnsaved ? 'session.coveredUnsaved' : 'session.coveredSaved')}</p>
        </Prose>
        <Actions>
          <LoginAgainLinks />
          {isFromHere && (
            <LinkButton variant="secondary" href={hrefOf.home(locale)} icon="home">
              {t('done.home')}
            </LinkButton>
          )}
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
