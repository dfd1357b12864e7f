import { useTranslation } from 'react-i18next';
import type { CourseEntry, Following } from '#contract/sent-course.ts';
import { sentApplicationStatus } from '#machines/drafts/drafts.guards.ts';
import type { Description } from '#ui/kit/description-list.tsx';
import { durationText } from '../shared/duration-text.ts';
import { day, dayAndTime } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';

type Sent = {
  following: Following;
  /** Name of the authority. */
  authority: string;
  /** The next events at the authority, in the words of the form. */
  afterwards: string;
  notice: 'postbox' | 'post' | null;
};

/** Describes where a sent application is, what comes next, how long it usually takes, and when that was last asked. */
export function useWhereabouts({ following, authority, afterwards, notice }: Sent): Description[] {
  const { t } = useTranslation(['following', 'workflow', 'service']);
  const { t: service } = useTranslation('service');
  const locale = useLocale();
  const { processingTime, expected, statusChecked } = following;
  const status = sentApplicationStatus(following);
  const isTaken = status === 'successfullySubmitted';
  const isRefused = status === 'processingError';
  return [
    {
      key: 'holder',
      term: t('holder'),
      value: t(`workflow:sentApplicationHolder.${status}`, { authority }),
    },
    {
      key: 'next',
      term: t('next'),
      value: (
        <>
          {t(`workflow:sentApplicationNext.${status}`)} {isTaken && <span>{afterwards} </span>}
          {isTaken && notice && <span>{t(`notice.${notice}`)}</span>}
        </>
      ),
    },
    ...(processingTime && !isRefused
      ? [
          {
            key: 'time',
            term: t('time.term'),
            value: (
              <>
                {t('time.usually', { duration: durationText(processingTime, service) })}{' '}
                {expected && (
                  <span>
                    {t(expected.isPast ? 'time.over' : 'time.around', { date: day(expected.on, locale) })}
                  </span>
                )}
              </>
            ),
          },
        ]
      : []),
    ...(statusChecked && !isTaken && !isRefused
      ? [{ key: 'checked', term: t('checked'), value: dayAndTime(statusChecked, locale) }]
      : []),
  ];
}

/** The events of a sent application so far, oldest first. */
export function Course({ entries }: { entries: readonly CourseEntry[] }) {
  const { t } = useTranslation('following');
  const locale = useLocale();
  return (
    <ol className="sp-course">
      {entries.map(({ fact, at }) => (
        <li key={`${fact} ${at}`}>
          <strong>{t(`course.${fact}`)}</strong>
          <time dateTime={at}>{dayAndTime(at, locale)}</time>
        </li>
      ))}
    </ol>
  );
}
