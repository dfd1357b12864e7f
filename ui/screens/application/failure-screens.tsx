import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectProblem } from '#machines/application/application.selectors.ts';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { CustomerService } from '../shared/customer-service.tsx';
import { HomeLink, SearchLink } from '../shared/page-links.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useApplication } from './application-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';

/**
 * Screen of a dead end: the reason, and the next steps.
 * @param actions the next steps, the likeliest first; the start page is always one of them
 * @param after what may help besides
 */
export function Failure({
  title,
  children,
  actions,
  after,
}: {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  after?: ReactNode;
}) {
  return (
    <ApplicationLayout title={title}>
      <Stack narrow>
        <PageHeading takeFocus>{title}</PageHeading>
        <Prose>{children}</Prose>
        <Actions>
          {actions}
          <HomeLink variant={actions ? 'secondary' : 'primary'} />
        </Actions>
        {after}
      </Stack>
    </ApplicationLayout>
  );
}

/** Screen for a service without an online offer at the place. */
export function NotOfferedScreen() {
  const { t } = useTranslation('application');
  const { t: errors } = useTranslation('errors');
  const locale = useLocale();
  const start = useSelector(useApplication(), ({ context }) => context.start);
  // Only a service key has a page.
  const leiKaId = start.kind === 'service' && /^\d{14}$/.test(start.leiKaId) ? start.leiKaId : null;
  return (
    <Failure
      title={t('failure.notOffered.title')}
      actions={
        leiKaId === null ? (
          <SearchLink>{t('failure.search')}</SearchLink>
        ) : (
          <LinkButton href={hrefOf.service(locale, leiKaId)} icon="arrow-forward" iconAtEnd>
            {t('failure.service')}
          </LinkButton>
        )
      }
    >
      <p>{errors('code.form-not-found')}</p>
      {leiKaId !== null && <p>{t('failure.notOffered.next')}</p>}
    </Failure>
  );
}

/** Screen for a draft whose retention is over. */
export function ExpiredScreen() {
  const { t } = useTranslation('application');
  const { t: errors } = useTranslation('errors');
  const locale = useLocale();
  const startOver = useSelector(useApplication(), selectProblem)?.startOver;
  return (
    <Failure
      title={t('failure.expired')}
      actions={
        startOver ? (
          <LinkButton href={hrefOf.start(locale, startOver.leiKaId, startOver.area)}>
            {t('failure.startOver')}
          </LinkButton>
        ) : (
          <SearchLink>{t('failure.search')}</SearchLink>
        )
      }
    >
      <p>{errors('code.draft-expired')}</p>
    </Failure>
  );
}

/** Screen for any other failure; the person can try again. */
export function FailedScreen() {
  const { t } = useTranslation('application');
  const { t: errors } = useTranslation('errors');
  const application = useApplication();
  const problem = useSelector(application, selectProblem);
  return (
    <Failure
      title={t('failure.failed.title')}
      actions={
        <Button icon="autorenew" onClick={() => application.send({ type: 'retry.requested' })}>
          {t('retry')}
        </Button>
      }
    >
      <p>{t('failure.failed.text')}</p>
      <ProblemAlert problem={problem} />
      <p>{errors('reach')}</p>
      <CustomerService />
    </Failure>
  );
}
