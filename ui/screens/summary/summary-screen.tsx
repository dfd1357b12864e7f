import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectFailedAttempts,
  selectGivenStatements,
  selectIsBusy,
  selectMailsAreWanted,
  selectProblem,
  selectProcess,
  selectSummary,
} from '#machines/application/application.selectors.ts';
import { AreaAlert } from '#ui/form/area-alert.tsx';
import { Button } from '#ui/kit/button.tsx';
import { leadTo } from '#ui/kit/error-summary.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { OtherPlaceLink } from '../application/other-place-link.tsx';
import { BackButton } from '../shared/back-button.tsx';
import { LoginOnceMore } from '../shared/login-once-more.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { SummaryConfirmation } from './summary-confirmation.tsx';
import { SummaryErrors } from './summary-errors.tsx';
import { SummaryPages } from './summary-pages.tsx';
import { usePreviewHref } from './use-preview-href.ts';

/** Everything that was entered, to be checked and confirmed before continuing (spec section 2, summary). */
export function SummaryScreen() {
  const { t } = useTranslation('summary');
  const application = useApplication();
  const summary = useSelector(application, selectSummary);
  const statements = summary?.statements ?? [];
  const process = useSelector(application, selectProcess);
  const problem = useSelector(application, selectProblem);
  const given = useSelector(application, selectGivenStatements);
  const failedAttempts = useSelector(application, selectFailedAttempts);
  const mailsAreWanted = useSelector(application, selectMailsAreWanted);
  const busy = useSelector(application, selectIsBusy);
  const unavailable = useSelector(application, (snapshot) =>
    snapshot.matches({ progress: { open: { summary: 'unavailable' } } }),
  );
  const loading = useSelector(application, (snapshot) =>
    snapshot.matches({ progress: { open: { summary: 'loading' } } }),
  );
  const changed = useSelector(application, ({ context }) => context.changedPage);
  // The focus moves to the changed page after the return from changing it, unless that page is gone.
  const isGone = !loading && summary?.pages.every(({ key }) => key !== changed) === true;
  const isShown = !unavailable && !loading && summary !== null;
  const isMissed = failedAttempts > 0 && statements.some(({ id }) => !given.includes(id));
  const previewHref = usePreviewHref(useSelector(application, selectProcess));
  const change = (page?: string) =>
    application.send({ type: 'data.changeRequested', ...(page !== undefined && { page }) });
  return (
    <ApplicationLayout title={t('title')} hasErrors={isShown && (summary.errors.length > 0 || isMissed)}>
      <Stack gap="large" narrow>
        <BackButton onClick={() => change()}>{t('change')}</BackButton>
        <ProblemAlert
          problem={problem}
          safe={
            <>
              {t('safe')}{' '}
              {problem?.code === 'statement-missing' && !loading && statements[0] && (
                <ToStatements first={statements[0].id} />
              )}
            </>
          }
        />
        <LoginOnceMore problem={problem} />
        <Stack gap="small">
          <PageHeading takeFocus={changed === null || isGone}>{t('heading')}</PageHeading>
          {!unavailable && <Lead>{t('lead')}</Lead>}
        </Stack>
        {unavailable ? (
          <div>
            <Button onClick={() => application.send({ type: 'retry.requested' })}>{t('retry')}</Button>
          </div>
        ) : loading || !summary ? (
          <Skeleton size="page" />
        ) : (
          <>
            <SummaryErrors errors={summary.errors} onChange={change} />
            {summary.missedArea !== null && (
              <AreaAlert area={summary.missedArea} otherPlace={<OtherPlaceLink />} />
            )}
            <SummaryPages
              pages={summary.pages}
              source={summary.source}
              previewHref={previewHref}
              changed={changed}
              onChange={change}
            />
            {process && summary.errors.length === 0 && (
              <SummaryConfirmation
                process={process}
                feeCents={summary.feeCents}
                conflictAhead={summary.conflictAhead === true}
                statements={statements}
                given={given}
                mail={
                  summary.mail && mailsAreWanted !== null
                    ? { to: summary.mail.to, wanted: mailsAreWanted }
                    : null
                }
                failedAttempts={failedAttempts}
                busy={busy}
                onMails={(wanted) => application.send({ type: 'mails.chosen', wanted })}
                onState={(id, given) => application.send({ type: 'statement.changed', id, given })}
                onConfirm={() => application.send({ type: 'summary.confirmed' })}
              />
            )}
          </>
        )}
      </Stack>
    </ApplicationLayout>
  );
}

/** Leads to the boxes, which are far below the entries. */
function ToStatements({ first }: { first: string }) {
  const { t } = useTranslation('summary');
  return (
    <Link
      href={`#${first}`}
      onClick={(event) => {
        event.preventDefault();
        leadTo(first);
      }}
    >
      {t('confirm.again')}
    </Link>
  );
}
