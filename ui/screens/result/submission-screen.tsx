import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectProcess } from '#machines/application/application.selectors.ts';
import { submissionSteps } from '#machines/submission/submission.types.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Progress, StepList } from '#ui/kit/steps.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { submissionGroups } from './submission-groups.ts';

/** The submission on its way: grouped steps as a list and a bar (spec section 4). */
export function SubmissionScreen() {
  const { t } = useTranslation(['result', 'workflow']);
  const process = useSelector(useApplication(), selectProcess);
  if (!process) return null;
  const finished = process.submission?.finished ?? [];
  return (
    <ApplicationLayout title={t('submission.title')}>
      <Stack narrow>
        <PageHeading takeFocus>{t('submission.title')}</PageHeading>
        <Progress
          value={finished.length}
          max={submissionSteps.length}
          label={t('submission.progress', { done: finished.length, all: submissionSteps.length })}
        />
        <StepList
          label={t('submission.steps')}
          steps={submissionGroups(process.submission).map(({ label, state, note }) => ({
            key: label,
            label: (
              <>
                {t(`workflow:submissionLabel.${label}`)}
                {note && <span className="sp-step__note">{t(`submission.note.${note}`)}</span>}
              </>
            ),
            state,
          }))}
        />
        {process.facts.hasUser ? (
          <Alert title={t('submission.mayClose.title')}>
            <p>{t('submission.mayClose.text')}</p>
          </Alert>
        ) : (
          <Alert tone="warning" title={t('submission.stay.title')}>
            <p>{t('submission.stay.text')}</p>
          </Alert>
        )}
      </Stack>
    </ApplicationLayout>
  );
}
