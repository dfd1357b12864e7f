import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { submissionSteps } from '#domain/submission-step.ts';
import { selectProcess } from '#machines/application/application.selectors.ts';

import { Alert } from '#ui/kit/alert.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Progress, StepList } from '#ui/kit/steps.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { useSessionSpans } from '../shared/session-spans.ts';
import { RetryAlert } from './retry-alert.tsx';
import { submissionGroups } from './submission-groups.ts';

/** The submission in progress: grouped steps as a list and a bar (spec section 4). */
export function SubmissionScreen() {
  const { t } = useTranslation(['result', 'workflow']);
  const process = useSelector(useApplication(), selectProcess);
  const spans = useSessionSpans();
  if (!process) return null;
  const { submission } = process;
  // Nobody can wait at a page for days.
  const stay = submission?.retry ? 'writeDown' : 'stay';
  const finished = submission?.finished ?? [];
  // Facts that the person needs for later come first where the steps stand still.
  const remains = (
    <>
      {submission && (
        <Stack gap="small">
          <DescriptionList
            items={[{ key: 'ticket', term: t('submission.ticket'), value: submission.ticketNumber }]}
          />
          <CopyButton text={submission.ticketNumber} label={t('copyTicket')} />
        </Stack>
      )}
      {process.facts.hasUser ? (
        <Alert title={t('submission.mayClose.title')}>
          <p>{t('submission.mayClose.text')}</p>
        </Alert>
      ) : (
        <Alert tone="warning" title={t(`submission.${stay}.title`)}>
          <p>{t(`submission.${stay}.text`, spans)}</p>
        </Alert>
      )}
    </>
  );
  return (
    <ApplicationLayout title={t('submission.title')}>
      <Stack narrow>
        <PageHeading takeFocus>{t('submission.title')}</PageHeading>
        <RetryAlert process={process} />
        {submission?.retry && remains}
        <Progress
          value={finished.length}
          max={submissionSteps.length}
          label={t('submission.progress', { done: finished.length, all: submissionSteps.length })}
        />
        <StepList
          label={t('submission.steps')}
          steps={submissionGroups(submission).map(({ label, state, note }) => ({
            key: label,
            label: (
              <>
                {t(`workflow:submissionLabel.${label}`)}
                {note && <span className="sp-step__note">{t(`submission.note.${note}`)}</span>}
              </>
            ),
            state,
            // Nothing is being done while it waits for another try.
            word: submission?.retry && state === 'now' ? t('submission.waits') : undefined,
          }))}
        />
        {!submission?.retry && remains}
      </Stack>
    </ApplicationLayout>
  );
}
