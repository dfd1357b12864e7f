import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectDataMayChange,
  selectIsDelivered,
  selectProblem,
  selectProcess,
} from '#machines/application/application.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { CustomerService } from '../shared/customer-service.tsx';
import { day } from '../shared/format.ts';
import { money } from '../shared/money.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';

/** The failed submission: what happened, what is safe, what to do, in this order. */
export function SubmitFailedScreen() {
  const { t } = useTranslation(['result', 'errors']);
  const application = useApplication();
  const locale = useLocale();
  const process = useSelector(application, selectProcess);
  const problem = useSelector(application, selectProblem);
  const mayChange = useSelector(application, selectDataMayChange);
  const delivered = useSelector(application, selectIsDelivered);
  if (!process) return null;
  const { facts, availableUntil, submission } = process;
  const givenUp = submission?.givenUp;
  const amount = money(facts.paidCents, locale);
  const title = t(delivered ? 'failed.titleDelivered' : 'failed.title');
  return (
    <ApplicationLayout title={title}>
      <Stack narrow>
        <PageHeading takeFocus>{title}</PageHeading>
        <ProblemAlert problem={problem} />
        <Alert tone="danger" live="assertive" title={t('errors:catalogue.submit')}>
          <p>{t(delivered ? 'failed.delivered' : 'failed.notSent')}</p>
          {givenUp && <p>{t(`failed.givenUp.${givenUp}`)}</p>}
        </Alert>
        <Prose>
          <h2>{t('failed.safe')}</h2>
          <p>
            {facts.hasUser ? t('failed.kept', { date: day(availableUntil, locale) }) : t('failed.lost')}
            {facts.paidCents > 0 && <> {t(facts.hasUser ? 'failed.paid' : 'failed.paidLost')}</>}
          </p>
          <h2>{t('failed.next')}</h2>
          <p>{t(givenUp ? `failed.onwards.${givenUp}` : 'failed.again')}</p>
          {givenUp && facts.hasUser && facts.paidCents > 0 && (
            <p>{t('failed.paidBack', { amount, date: day(availableUntil, locale) })}</p>
          )}
          <CustomerService />
        </Prose>
        <Actions>
          <Button icon="autorenew" onClick={() => application.send({ type: 'submission.requested' })}>
            {t('failed.send')}
          </Button>
          {mayChange && (
            <Button variant="secondary" onClick={() => application.send({ type: 'data.changeRequested' })}>
              {t('change')}
            </Button>
          )}
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
