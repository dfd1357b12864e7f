import { useTranslation } from 'react-i18next';
import type { SearchAnswer, SearchResult } from '#contract/content.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { addressLine } from '../shared/address-line.ts';
import { EmailLink, PhoneLink } from '../shared/authority-contact.tsx';
import { AvailabilityBadge } from '../shared/availability-badge.tsx';
import { hrefOfFound } from '../shared/found-href.ts';
import { useLocale } from '../shared/portal-context.tsx';

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
  const { type, title, titleLang, text, textLang, authority, availability, contact, url } = result;
  const href = hrefOfFound(result, { locale, query: answer.query, place: answer.place });
  return (
    <>
      {type !== 'service' && <p className="sp-list__kind">{t(`types.${type}`)}</p>}
      <h3 className="sp-list__title" lang={titleLang}>
        {type === 'authority' ? title : <Link href={href}>{title}</Link>}
        {url !== undefined && <Icon name="open-in-new" size="small" />}
      </h3>
      {contact ? <Contact contact={contact} /> : text !== '' && <p lang={textLang}>{text}</p>}
      {(authority !== undefined || availability !== undefined) && (
        <p className="sp-list__facts">
          {authority !== undefined && <span>{authority}</span>}
          {availability && <AvailabilityBadge availability={availability} place={answer.place} />}
        </p>
      )}
    </>
  );
}

/** The contact of an authority, which has no page of its own. */
function Contact({ contact }: { contact: NonNullable<SearchResult['contact']> }) {
  const { phoneNumber, email, website } = contact;
  const { t } = useTranslation('search');
  return (
    <p className="sp-list__contact">
      <span>{addressLine(contact)}</span>
      {phoneNumber !== undefined && <PhoneLink number={phoneNumber} />}
      {email !== undefined && <EmailLink email={email} />}
      {website !== undefined && <Link href={website}>{t('website')}</Link>}
    </p>
  );
}
