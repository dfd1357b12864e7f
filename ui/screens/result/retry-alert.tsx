import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';
import { isDelivered } from '#domain/delivered.ts';

import { Alert } from '#ui/kit/alert.tsx';
import { dayAndTime } from '../shared/format.ts';
import { usePause } from '../shared/interruptions.ts';
import { useLocale } from '../shared/portal-context.tsx';

/**
 * The alert about a step that cannot be done now: what is retried automatically, until when, and what happens then.
 */
export function RetryAlert({ process: { submission, facts } }: { process: ProcessView }) {
  const { t } = useTranslation('result');
  const locale = useLocale();
  const pause = usePause('delivery');
  const retry = submission?.retry;
  if (!retry) return null;
  const until = dayAndTime(retry.tryUntil, locale);
  const stage = isDelivered({ submission }) ? 'arrived' : retry.reason;
  const owner = facts.hasUser ? 'account' : 'anonymous';
  return (
    <Alert
      tone={stage === 'arrived' ? 'info' : 'warning'}
      live="polite"
      title={t(`submission.retry.${stage}.title`)}
    >
      {pause && stage !== 'arrived' && <p>{pause}</p>}
      <p>{t(`submission.retry.${stage}.text`, { until })}</p>
      {retry.nextTryAt && <p>{t('submission.retry.next', { time: dayAndTime(retry.nextTryAt, locale) })}</p>}
      {stage !== 'arrived' && (
        <p>
          {t(`submission.retry.otherwise.${owner}`)}
          {facts.paidCents > 0 && !facts.hasUser && <> {t('submission.retry.otherwise.refund')}</>}
        </p>
      )}
    </Alert>
  );
}
