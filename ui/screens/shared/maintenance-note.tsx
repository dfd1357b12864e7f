import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/kit/alert.tsx';
import { dayAndTime, timeToday } from './format.ts';
import { useMaintenance } from './interruptions.ts';
import { useLocale } from './portal-context.tsx';

/** Announced maintenance with its times, on every page until its end. */
export function MaintenanceNote() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const announced = useMaintenance();
  if (announced === null || announced.until === null) return null;
  const { from, until, sentence } = announced;
  return (
    <Alert
      title={t('maintenance', {
        from: dayAndTime(from, locale),
        until: timeToday(until, Date.parse(from), locale) ?? dayAndTime(until, locale),
      })}
    >
      <p>{sentence[locale]}</p>
    </Alert>
  );
}
