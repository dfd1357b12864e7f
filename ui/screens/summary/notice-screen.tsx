import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  selectDataMayChange,
  selectIsBusy,
  selectNoticeIsAccepted,
  selectProblem,
  selectProcess,
  selectSendsByItself,
} from '#machines/application/application.selectors.ts';
import { stepsLeftOf } from '#machines/application/application.steps.ts';
import { selectAccount } from '#machines/session/session.selectors.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { RadioGroup } from '#ui/kit/choice.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { BackButton } from '../shared/back-button.tsx';
import { FourthDay } from '../shared/fourth-day.tsx';
import { useSession } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useProviderName } from '../shared/settings-context.tsx';
import { NotSent } from './not-sent.tsx';

/**
 * The choice of the notice's delivery: electronically unless declined (spec section 5), published on the fourth day.
 */
export function NoticeScreen() {
  const { t } = useTranslation('summary');
  const application = useApplication();
  const busy = useSelector(application, selectIsBusy);
  const problem = useSelector(application, selectProblem);
  const accepted = useSelector(application, selectNoticeIsAccepted);
  const mayChange = useSelector(application, selectDataMayChange);
  const process = useSelector(application, selectProcess);
  const sends = useSelector(application, selectSendsByItself);
  const next = process && stepsLeftOf(process).find((step) => step !== 'notice');
  const provider = useProviderName(useSession(selectAccount)?.providerId);

  function choose(event: FormEvent): void {
    event.preventDefault();
    application.send({ type: 'notice.chosen', accepted });
  }

  return (
    <ApplicationLayout title={t('notice.title')}>
      <form onSubmit={choose}>
        <Stack narrow>
          {mayChange && (
            <BackButton onClick={() => application.send({ type: 'data.changeRequested' })}>
              {t('change')}
            </BackButton>
          )}
          <ProblemAlert problem={problem} safe={t('safe')} />
          <PageHeading takeFocus>{t('notice.title')}</PageHeading>
          <NotSent />
          <Prose>
            <p>{t('notice.text')}</p>
            <p>{t('notice.preset')}</p>
            <FourthDay />
          </Prose>
          <RadioGroup
            id="notice"
            label={t('notice.question')}
            cards
            value={accepted ? 'accepted' : 'declined'}
            onChange={(value) => application.send({ type: 'notice.marked', accepted: value === 'accepted' })}
            options={[
              { value: 'accepted', label: t('notice.accept', { provider }), hint: t('notice.acceptHint') },
              { value: 'declined', label: t('notice.decline'), hint: t('notice.declineHint') },
            ]}
          />
          <Actions>
            <Button type="submit" icon="arrow-forward" iconAtEnd busy={busy}>
              {next === 'login' || next === 'payment'
                ? t(`notice.${next}`)
                : t(sends ? 'confirm.send' : 'notice.next')}
            </Button>
          </Actions>
        </Stack>
      </form>
    </ApplicationLayout>
  );
}
