import { useTranslation } from 'react-i18next';
import type { SentNews, SentView } from '#contract/personal-area.ts';
import { sentApplicationStatus } from '#machines/drafts/drafts.guards.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Link } from '#ui/kit/link.tsx';
import { dayAndTime } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { hrefOfList } from './list-href.ts';

/** The place of a sent application on the page. */
export const placeOf = ({ id }: Pick<SentView, 'id'>): string => `sent-${id}`;

/** Lists unseen answers of authorities, each with its moment, what it means, and the way to its application. */
export function NewsNote({
  news,
  isMore,
  here,
  onRead,
}: {
  news: readonly SentNews[];
  /** There are more than these. */
  isMore: boolean;
  /** The applications on this page. */
  here: readonly Pick<SentView, 'id'>[];
  /** The person has followed the news to its application: it is no news any more. */
  onRead: (application: SentNews) => void;
}) {
  const { t } = useTranslation(['following', 'workflow']);
  const locale = useLocale();
  /** An application on another page is found by its number. */
  const hrefOfNews = (one: SentNews) => {
    const place = `#${placeOf(one)}`;
    return here.some(({ id }) => id === one.id)
      ? place
      : hrefOfList(locale, { text: one.ticketNumber }) + place;
  };
  return (
    <div role="status">
      {news.length > 0 && (
        <Alert
          title={isMore ? t('news.many', { count: news.length }) : t('news.title', { count: news.length })}
        >
          <ul>
            {news.map((application) => (
              <li key={application.id}>
                <Link href={hrefOfNews(application)} onClick={() => onRead(application)}>
                  {application.name}
                </Link>
                :{' '}
                {t('news.entry', {
                  status: t(`workflow:sentApplication.${sentApplicationStatus(application)}`),
                  date: dayAndTime(application.newsSince, locale),
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
