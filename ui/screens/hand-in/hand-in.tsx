import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { HandInPage } from '#contract/hand-in.ts';
import { selectHandInHasFailed, selectHandInIsLoading } from '#machines/handingIn/handingIn.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Button } from '#ui/kit/button.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { day } from '../shared/format.ts';
import { type HandingInActor, useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { HandInForm } from './hand-in-form.tsx';
import { HandIns } from './hand-ins.tsx';

/** The application, the files for what is owed, and what was handed in. */
export function HandIn({ actor }: { actor: HandingInActor }) {
  const { t } = useTranslation(['handIn', 'account']);
  const loading = useSelector(actor, selectHandInIsLoading);
  const failed = useSelector(actor, selectHandInHasFailed);
  const { page, problem } = useSelector(actor, ({ context }) => context);
  if (failed) {
    return (
      <Stack>
        <ProblemAlert problem={problem} title={t('failed')} />
        <div>
          <Button icon="autorenew" onClick={() => actor.send({ type: 'retry.requested' })}>
            {t('account:retry')}
          </Button>
        </div>
      </Stack>
    );
  }
  if (loading || page === null) return <Skeleton size="page" />;
  return (
    <Stack narrow>
      <About page={page} />
      <HandInForm actor={actor} />
      <HandIns actor={actor} />
    </Stack>
  );
}

function About({ page: { serviceName, authorityName, ticketNumber, until, isPast } }: { page: HandInPage }) {
  const { t } = useTranslation('handIn');
  const locale = useLocale();
  return (
    <>
      <DescriptionList
        items={[
          { key: 'service', term: t('service'), value: serviceName },
          { key: 'ticket', term: t('ticket'), value: ticketNumber },
          { key: 'authority', term: t('authority'), value: authorityName },
          ...(until === null || isPast
            ? []
            : [{ key: 'until', term: t('until'), value: day(until, locale) }]),
        ]}
      />
      {until !== null && isPast && (
        <Alert tone="warning" title={t('past.title', { date: day(until, locale) })}>
          <p>{t('past.text')}</p>
        </Alert>
      )}
    </>
  );
}
