import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchAnswer, SearchResult } from '#contract/content.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf, type Locale } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { AvailabilityBadge } from './availability-badge.tsx';
import { queryOf } from './search-query.ts';

/** The results in their order. */
export function ResultList({ answer }: { answer: SearchAnswer }) {
  const { page, pageSize, results } = answer;
  return (
    <ol className="sp-list" start={(page - 1) * pageSize + 1}>
      {results.map((result) => (
        <li key={`${result.type} ${result.id}`}>
          <Result answer={answer} result={result} />
        </li>
      ))}
    </ol>
  );
}

function Result({ answer, result }: { answer: SearchAnswer; result: SearchResult }) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  const { type, title, text, authority, availability, contact, url } = result;
  const href = hrefOfResult(result, answer, locale);
  return (
    <>
      {type !== 'service' && <p className="sp-list__kind">{t(`types.${type}`)}</p>}
      <p className="sp-list__title">
        {href === null ? title : <Link href={href}>{title}</Link>}
        {url !== undefined && <Icon name="open-in-new" size="small" />}
      </p>
      {text !== '' && <p>{text}</p>}
      {contact && <Contact contact={contact} />}
      {(authority !== undefined || availability !== undefined) && (
        <p className="sp-list__facts">
          {authority !== undefined && <span>{authority}</span>}
          {availability && <AvailabilityBadge availability={availability} place={answer.place} />}
        </p>
      )}
    </>
  );
}

/** How to reach an authority, without a page of its own. */
function Contact({ contact }: { contact: NonNullable<SearchResult['contact']> }): ReactNode {
  const { street, streetNumber, postalCode, city, phoneNumber, email, website } = contact;
  const { t } = useTranslation('search');
  return (
    <p className="sp-list__contact">
      <span>
        {street} {streetNumber}, {postalCode} {city}
      </span>
      <Link href={`tel:${phoneNumber.replace(/[^+\d]/g, '')}`}>{phoneNumber}</Link>
      <Link href={`mailto:${email}`}>{email}</Link>
      {website !== undefined && <Link href={website}>{t('website')}</Link>}
    </p>
  );
}

/** Where a result leads; an authority is shown as a whole and leads nowhere. */
function hrefOfResult(result: SearchResult, answer: SearchAnswer, locale: Locale): string | null {
  const { type, id, slug, url, title } = result;
  switch (type) {
    case 'service':
      return hrefOf.service(locale, id, answer.place ? { area: answer.place.key } : {});
    case 'page':
      return slug === undefined ? hrefOf.content(locale, id) : hrefOf.pageBySlug(locale, slug);
    case 'topic':
      return hrefOf.topic(locale, id);
    case 'lifeSituation':
      return hrefOf.lifeSituation(locale, id);
    case 'portal':
      return url ?? `${hrefOf.portals(locale)}#${id}`;
    case 'location':
      return hrefOf.search(locale, { q: placeFree(answer.query, title), area: id });
    case 'authority':
      return null;
    default:
      return queryOf(answer).q ?? null;
  }
}

/** Who searched for a place and takes it has said where, not yet what. */
const placeFree = (query: string, place: string): string =>
  place.toLowerCase().includes(query.trim().toLowerCase()) ? '' : query;
