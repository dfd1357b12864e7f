import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectDataMayChange,
  selectProblem,
  selectProcess,
} from '#machines/application/application.selectors.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { usePause } from '../shared/interruptions.ts';
import { money } from '../shared/money.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { NotSent } from '../summary/not-sent.tsx';

/** The screen before the submission: everything is confirmed and paid, and one button is left. */
export function ReadyScreen() {
  const { t } = useTranslation(['result', 'errors']);
  const application = useApplication();
  const locale = useLocale();
  const process = useSelector(application, selectProcess);
  const problem = useSelector(application, selectProblem);
  const mayChange = useSelector(application, selectDataMayChange);
  const pause = usePause('delivery');
  if (!process) return null;
  const { metadata, facts } = process;
  return (
    <ApplicationLayout title={t('ready.title')}>
      <Stack narrow>
        <ProblemAlert problem={problem} title={t('errors:catalogue.submit')} safe={t('ready.safe')} />
        <PageHeading takeFocus>{t('ready.title')}</PageHeading>
        <NotSent />
        <Lead>{t('ready.lead', { authority: metadata.authority.name })}</Lead>
        {pause && <p>{pause}</p>}
        {facts.paidCents > 0 && <p>{t('ready.paid', { amount: money(facts.paidCents, locale) })}</p>}
        <Actions>
          <Button onClick={() => application.send({ type: 'submission.requested' })}>
            {t('ready.send')}
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
