import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectDataMayChange,
  selectProblem,
  selectProcess,
  selectReviewIsLoading,
  selectReviewIsUnavailable,
  selectSummary,
} from '#machines/application/application.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { SummaryPages } from './summary-pages.tsx';
import { usePreviewHref } from './use-preview-href.ts';

/** The confirmed data, for viewing it again: that changes nothing. */
export function ConfirmedScreen() {
  const { t } = useTranslation('summary');
  const application = useApplication();
  const summary = useSelector(application, selectSummary);
  const problem = useSelector(application, selectProblem);
  const loading = useSelector(application, selectReviewIsLoading);
  const unavailable = useSelector(application, selectReviewIsUnavailable);
  const mayChange = useSelector(application, selectDataMayChange);
  const previewHref = usePreviewHref(useSelector(application, selectProcess));
  const change = (page?: string) =>
    application.send({ type: 'data.changeRequested', ...(page !== undefined && { page }) });
  return (
    <ApplicationLayout title={t('confirmed.title')}>
      <Stack gap="large" narrow>
        <ProblemAlert problem={problem} safe={t('safe')} />
        <Stack gap="small">
          <PageHeading takeFocus>{t('confirmed.heading')}</PageHeading>
          <Lead>{t('confirmed.lead')}</Lead>
        </Stack>
        {unavailable && (
          <div>
            <Button variant="secondary" onClick={() => application.send({ type: 'retry.requested' })}>
              {t('retry')}
            </Button>
          </div>
        )}
        {loading && <Skeleton size="page" />}
        {!loading && !unavailable && summary && (
          <>
            {mayChange && (
              <Alert title={t('confirmed.note.title')}>
                <p>{t('confirmed.note.text')}</p>
              </Alert>
            )}
            <SummaryPages
              pages={summary.pages}
              source={summary.source}
              previewHref={previewHref}
              onChange={mayChange ? change : null}
            />
          </>
        )}
        <Actions>
          <Button icon="arrow-forward" iconAtEnd onClick={() => application.send({ type: 'review.ended' })}>
            {t('confirmed.next')}
          </Button>
          {mayChange && (
            <Button variant="secondary" onClick={() => change()}>
              {t('change')}
            </Button>
          )}
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
