import { useTranslation } from 'react-i18next';
import type { OwedView } from '#contract/owed.ts';
import type { AuthorityView } from '#contract/shapes.ts';
import { addressForLetters } from '#domain/authority.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { LinkButton } from '#ui/kit/button.tsx';
import { Link } from '#ui/kit/link.tsx';
import { houseLine } from '../shared/address-line.ts';
import { day } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { handInHref } from './hand-in-href.ts';

/** Documents that were promised for later: which, until when, how they are handed in, and what was handed in here. */
export function OwedDocuments({
  processId,
  owed,
  authority,
  ticketNumber,
  hasLetter,
  headingLevel,
}: {
  processId: string;
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
  const { documents, until, isPast, online, handIns } = owed;
  const href = handInHref(locale, processId);
  const before = handIns.length > 0 && (
    <>
      <p>{t('owed.handedIn')}</p>
      <ul>
        {handIns.map(({ id, state, handedInAt, documents: labels }) => (
          <li key={id}>
            {t(`owed.state.${state}`, {
              date: day(handedInAt, locale),
              documents: labels.map(({ label }) => label).join(', '),
            })}
          </li>
        ))}
      </ul>
    </>
  );
  if (documents.length === 0) {
    const failed = handIns.some(({ state }) => state === 'failed');
    return (
      <Alert tone={failed ? 'warning' : 'info'} title={t('owed.nothingLeft')} headingLevel={headingLevel}>
        {before}
        {online && (
          <p>
            <Link href={href}>{t('owed.see')}</Link>
          </p>
        )}
      </Alert>
    );
  }
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
      {online && (
        <p>
          <LinkButton variant="secondary" icon="upload" href={href}>
            {t('owed.online')}
          </LinkButton>
        </p>
      )}
      {before}
      <p>{t(online ? 'owed.orPost' : 'owed.post')}</p>
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
