import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectProblem, selectViewer } from '#machines/application/application.selectors.ts';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useHref, useLocale, useLoginActor } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useApplication } from './application-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';

function Failure({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const { t } = useTranslation('application');
  const locale = useLocale();
  return (
    <ApplicationLayout title={title}>
      <Stack narrow>
        <PageHeading takeFocus>{title}</PageHeading>
        <Prose>
          <p>{text}</p>
        </Prose>
        {children}
        <Actions>
          <LinkButton variant={children ? 'secondary' : 'primary'} href={hrefOf.home(locale)} icon="home">
            {t('failure.home')}
          </LinkButton>
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}

/** Nothing is offered online for the service at the place. */
export function NotOfferedScreen() {
  const { t } = useTranslation('application');
  const { t: errors } = useTranslation('errors');
  return <Failure title={t('failure.notOffered')} text={errors('code.form-not-found')} />;
}

/** No process with this number for whoever asks; an account may know more than nobody. */
export function NotFoundScreen() {
  const { t } = useTranslation('application');
  const login = useLoginActor();
  const href = useHref();
  const viewer = useSelector(useApplication(), selectViewer);
  const why = viewer === 'none' ? 'signedOut' : 'notFound';
  return (
    <Failure title={t(`failure.${why}.title`)} text={t(`failure.${why}.text`)}>
      {viewer !== 'account' && (
        <div>
          <Button
            icon="account"
            onClick={() =>
              login.send({ type: 'login.requested', query: { providerId: 'nkb', redirect: href } })
            }
          >
            {t('failure.login')}
          </Button>
        </div>
      )}
    </Failure>
  );
}

/** The time a draft is kept is over. */
export function ExpiredScreen() {
  const { t } = useTranslation('application');
  const { t: errors } = useTranslation('errors');
  const locale = useLocale();
  const startOver = useSelector(useApplication(), selectProblem)?.startOver;
  return (
    <Failure title={t('failure.expired')} text={errors('code.draft-expired')}>
      {startOver && (
        <div>
          <LinkButton href={hrefOf.start(locale, startOver.leiKaId, startOver.area)}>
            {t('failure.startOver')}
          </LinkButton>
        </div>
      )}
    </Failure>
  );
}

/** Anything else; it can be tried again. */
export function FailedScreen() {
  const { t } = useTranslation('application');
  const application = useApplication();
  const problem = useSelector(application, selectProblem);
  return (
    <Failure title={t('failure.failed.title')} text={t('failure.failed.text')}>
      <ProblemAlert problem={problem} />
      <div>
        <Button icon="autorenew" onClick={() => application.send({ type: 'retry.requested' })}>
          {t('retry')}
        </Button>
      </div>
    </Failure>
  );
}
