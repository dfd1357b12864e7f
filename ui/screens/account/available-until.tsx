import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#ui/kit/status-badge.tsx';
import { day, daysUntil } from '../shared/format.ts';
import { useLocale, usePortal } from '../shared/portal-context.tsx';

/** Number of last days in which the date of a draft's deletion is shown as a warning. */
const WARNING_DAYS = 5;

/**
 * The last day of a draft.
 * @param moment ISO 8601
 */
export function AvailableUntil({ moment }: { moment: string }) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const now = usePortal(({ context }) => context.now);
  const left = daysUntil(moment, now());
  if (left > WARNING_DAYS) return day(moment, locale);
  return (
    <>
      {day(moment, locale)}
      <br />
      <StatusBadge tone="warning" icon="warning">
        {t('drafts.left', { count: left })}
      </StatusBadge>
    </>
  );
}
