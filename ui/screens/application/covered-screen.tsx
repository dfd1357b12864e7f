import { useTranslation } from 'react-i18next';
import { selectLogout } from '#machines/session/session.selectors.ts';
import { Actions } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { LoginAgainLinks } from '../shared/login-again-links.tsx';
import { HomeLink } from '../shared/page-links.tsx';
import { useSession } from '../shared/portal-context.tsx';
import { WhatStays } from '../shared/session-end.tsx';
import { ApplicationLayout } from './application-layout.tsx';
import { CoveredByTime, useEndTitle } from './covered-by-time.tsx';
import { useHasUnsaved } from './use-has-unsaved.ts';
import { useMayLook } from './use-is-covered.ts';

/**
 * Cover over an application whose session has ended: the next person at this computer must not see the entries. They
 * wait out of sight, and are saved when the same person logs in again.
 */
export function CoveredScreen() {
  const title = useEndTitle();
  if (!useMayLook()) return <CoveredByLogout />;
  return (
    <ApplicationLayout title={title}>
      <CoveredByTime />
    </ApplicationLayout>
  );
}

function CoveredByLogout() {
  const { t } = useTranslation('ending');
  const hasUnsaved = useHasUnsaved();
  const isFromHere = useSession((snapshot) => selectLogout(snapshot) === 'here');
  return (
    <ApplicationLayout title={t('session.elsewhere')}>
      <Stack narrow>
        <PageHeading takeFocus>{t('session.elsewhere')}</PageHeading>
        <Prose>
          <p>{t(isFromHere ? 'session.coveredHere' : 'session.covered')}</p>
          <WhatStays isOver kept={t(hasUnsaved ? 'session.coveredUnsaved' : 'session.coveredSaved')} />
        </Prose>
        <Actions>
          <LoginAgainLinks />
          {isFromHere && <HomeLink />}
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
