import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectErased } from '#machines/session/session.selectors.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { EndedReport, isKept } from '../shared/ended-list.tsx';
import { HomeLink } from '../shared/page-links.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, useSession } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';

/** Screen after the person has ended everything that was begun without an account: it tells what happened. */
export function EndedScreen() {
  const { t } = useTranslation('ending');
  const locale = useLocale();
  const erased = useSession(selectErased);
  const start = useSelector(useApplication(), ({ context }) => context.start);
  const title = t(isKept(erased) ? 'done.kept' : 'done.title');
  return (
    <ApplicationLayout title={title}>
      <Stack narrow>
        <PageHeading takeFocus>{title}</PageHeading>
        <Stack gap="small">
          <EndedReport applications={erased} />
        </Stack>
        <Actions>
          {start.kind === 'service' && (
            <LinkButton href={hrefOf.start(locale, start.leiKaId, start.area)}>{t('done.again')}</LinkButton>
          )}
          <HomeLink />
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
