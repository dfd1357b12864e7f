import { useTranslation } from 'react-i18next';
import type { SentApplicationStatus } from '#machines/sentApplication/sentApplication.types.ts';
import type { IconName } from '#ui/kit/icon.tsx';
import { StatusBadge } from '#ui/kit/status-badge.tsx';
import { CustomerService } from '../shared/customer-service.tsx';

type Look = { tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'; icon: IconName };

const looks: Record<SentApplicationStatus, Look> = {
  pending: { tone: 'neutral', icon: 'autorenew' },
  submitted: { tone: 'info', icon: 'mail' },
  successfullySubmitted: { tone: 'success', icon: 'success' },
  processingError: { tone: 'danger', icon: 'danger' },
  unknown: { tone: 'warning', icon: 'help' },
};

/** The status as icon and word. */
export function SentBadge({ status }: { status: SentApplicationStatus }) {
  const { t } = useTranslation('workflow');
  const { tone, icon } = looks[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`sentApplication.${status}`)}
    </StatusBadge>
  );
}

/** The meaning of the status, in one sentence; announced when it changes without the person. */
export function SentMeaning({ status }: { status: SentApplicationStatus }) {
  const { t } = useTranslation('workflow');
  return (
    <>
      <p aria-live="polite">{t(`sentApplicationHint.${status}`)}</p>
      {status === 'processingError' && <CustomerService />}
    </>
  );
}
