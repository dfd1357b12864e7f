import { useTranslation } from 'react-i18next';
import { germanDay } from '#domain/german-time.ts';
import { announcedOn } from '#machines/process/notice-day.ts';
import { weekday } from './format.ts';
import { useLocale } from './portal-context.tsx';

/**
 * The day when an electronic notice counts as announced (spec section 9), with the dates of one made available today.
 */
export function FourthDay() {
  const { t } = useTranslation('summary');
  const locale = useLocale();
  const today = germanDay(new Date());
  return (
    <>
      <p>{t('fourthDay.rule')}</p>
      <p>
        {t('fourthDay.example', {
          available: weekday(today, locale),
          announced: weekday(announcedOn(today), locale),
        })}
      </p>
    </>
  );
}
