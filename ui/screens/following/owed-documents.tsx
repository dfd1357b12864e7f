import { useTranslation } from 'react-i18next';
import type { OwedView } from '#contract/owed.ts';
import type { AuthorityView } from '#contract/shapes.ts';
import { addressForLetters } from '#domain/authority.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { houseLine } from '../shared/address-line.ts';
import { day } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** Documents that were promised for later: which, until when, and where they go by post. */
export function OwedDocuments({
  owed,
  authority,
  ticketNumber,
  hasLetter,
  headingLevel,
}: {
  owed: OwedView;
  authority: AuthorityView;
  ticketNumber: string;
  /** Whether the cover letter can still be downloaded. */
  hasLetter: boolean;
  headingLevel: 2 | 4;
}) {
  const { t } = useTranslation('following');
  const locale = useLocale();
  if (owed === null) return null;
  const { documents, until, isPast } = owed;
  return (
    <Alert tone={isPast ? 'warning' : 'info'} title={t('owed.title')} headingLevel={headingLevel}>
      <ul>
        {documents.map(({ path, label }) => (
          <li key={path}>{label}</li>
        ))}
      </ul>
      {until !== null && (
        <p>
          <strong>{t(isPast ? 'owed.past' : 'owed.until', { date: day(until, locale) })}</strong>{' '}
          {isPast && t('owed.stillPossible')}
        </p>
      )}
      <p>{t('owed.post')}</p>
      <LetterAddress authority={authority} />
      <p>{t(hasLetter ? 'owed.letter' : 'owed.number', { ticket: ticketNumber })}</p>
      <p>{t('owed.stays')}</p>
    </Alert>
  );
}

function LetterAddress({ authority: { name, contactBox } }: { authority: AuthorityView }) {
  const { t } = useTranslation('common');
  const to = addressForLetters(contactBox.addresses);
  if (!to) return null;
  return (
    <address className="sp-address">
      {name}
      <br />
      {to.postbox === undefined ? houseLine(to) : `${t('authority.postbox')} ${to.postbox}`}
      <br />
      {`${to.postalCode} ${to.city}`}
    </address>
  );
}
