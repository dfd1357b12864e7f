import { useTranslation } from 'react-i18next';
import type { SentView } from '#contract/personal-area.ts';
import { sentApplicationStatus } from '#machines/drafts/drafts.guards.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Link } from '#ui/kit/link.tsx';
import { dayAndTime } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** The place of a sent application on the page. */
export const placeOf = ({ id }: Pick<SentView, 'id'>): string => `sent-${id}`;

/** Lists unseen answers of authorities, each with its moment, what it means, and the way to its application. */
export function NewsNote({
  applications,
  onRead,
}: {
  applications: readonly SentView[];
  /** The person has followed the news to its application: it is no news any more. */
  onRead: (application: SentView) => void;
}) {
  const { t } = useTranslation(['following', 'workflow']);
  const locale = useLocale();
  const news = applications.flatMap((application) => {
    const { newsSince } = application;
    return newsSince === null ? [] : [{ application, since: newsSince }];
  });
  return (
    <div role="status">
      {news.length > 0 && (
        <Alert title={t('news.title', { count: news.length })}>
          <ul>
            {news.map(({ application, since }) => (
              <li key={application.id}>
                <Link href={`#${placeOf(application)}`} onClick={() => onRead(application)}>
                  {application.name}
                </Link>
                :{' '}
                {t('news.entry', {
                  status: t(`workflow:sentApplication.${sentApplicationStatus(application)}`),
                  date: dayAndTime(since, locale),
                })}{' '}
                {t(`workflow:sentApplicationHint.${sentApplicationStatus(application)}`)}
              </li>
            ))}
          </ul>
          <p>{t('news.how')}</p>
        </Alert>
      )}
    </div>
  );
}
