import { useTranslation } from 'react-i18next';
import { selectFormer, selectSessionIsExpired } from '#machines/session/session.selectors.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { sentOf, useProcess } from '../shared/end-kind.ts';
import { LoginAgainLinks } from '../shared/login-again-links.tsx';
import { HomeLink } from '../shared/page-links.tsx';
import { useCoverActor, useSession } from '../shared/portal-context.tsx';
import { AccountMayBeOpen, BeginAnewLink, WhatBecomes, WhatStays } from '../shared/session-end.tsx';
import { useHasUnsaved } from './use-has-unsaved.ts';

/**
 * Notice after a session that ended by itself: the person may still be here, learns the fate of the entries, and can
 * look at them.
 */
export function CoveredByTime() {
  const { t } = useTranslation('ending');
  const cover = useCoverActor();
  const hasUnsaved = useHasUnsaved();
  const isAnonymous = useSession(selectFormer) === 'anonymous';
  const isTold = !useSession(selectSessionIsExpired);
  const isSent = sentOf(useProcess()) !== null;
  return (
    <Stack narrow>
      {/* While a dialog tells of the end, nothing below it can take the focus. */}
      <PageHeading key={String(isTold)} takeFocus>
        {useEndTitle()}
      </PageHeading>
      <Prose>
        {!isSent && <p>{t('session.coveredByTime')}</p>}
        {isAnonymous ? (
          <WhatBecomes />
        ) : (
          <WhatStays kept={t(hasUnsaved ? 'session.coveredUnsaved' : 'session.coveredSaved')} />
        )}
      </Prose>
      <AccountMayBeOpen />
      <Actions>
        {isAnonymous ? <BeginAnewLink /> : <LoginAgainLinks />}
        {isSent ? (
          <HomeLink />
        ) : (
          <Button variant="secondary" onClick={() => cover?.send({ type: 'look.requested' })}>
            {t('look.show')}
          </Button>
        )}
      </Actions>
    </Stack>
  );
}

/** Title: the session is over, or without an account the application, too. */
export function useEndTitle(): string {
  const { t } = useTranslation('ending');
  const isAnonymous = useSession(selectFormer) === 'anonymous';
  const isSent = sentOf(useProcess()) !== null;
  return t(isAnonymous && !isSent ? 'session.anonymous' : 'session.expired');
}
