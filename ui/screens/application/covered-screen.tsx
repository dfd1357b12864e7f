import { useTranslation } from 'react-i18next';
import { Actions } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { LoginAgainLinks } from '../shared/login-again-links.tsx';
import { ApplicationLayout } from './application-layout.tsx';
import { useHasUnsaved } from './use-has-unsaved.ts';

/**
 * The person logged out elsewhere: whoever sits here next must not see what was entered. It waits out of sight, and is
 * saved when the same person logs in again.
 */
export function CoveredScreen() {
  const { t } = useTranslation('ending');
  const hasUnsaved = useHasUnsaved();
  return (
    <ApplicationLayout title={t('session.elsewhere')}>
      <Stack narrow>
        <PageHeading takeFocus>{t('session.elsewhere')}</PageHeading>
        <Prose>
          <p>{t('session.covered')}</p>
          <p>{t(hasUnsaved ? 'session.coveredUnsaved' : 'session.coveredSaved')}</p>
        </Prose>
        <Actions>
          <LoginAgainLinks />
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
