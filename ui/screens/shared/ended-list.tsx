import { useTranslation } from 'react-i18next';
import type { HeldApplication } from '#contract/auth.ts';

import { money } from './money.ts';
import { useLocale } from './portal-context.tsx';

/** Applications without an account, and what happens, or has happened, to each when the session is ended. */
export function EndedList({
  applications,
  when,
}: {
  applications: readonly HeldApplication[];
  when: 'before' | 'after';
}) {
  const { t } = useTranslation('ending');
  const locale = useLocale();
  return (
    <ul className="sp-ended">
      {applications.map(({ serviceName, areaName, fate, paidCents }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
        <li key={index}>
          <strong>{t('application', { service: serviceName, area: areaName })}</strong>
          <br />
          {t(`${when}.${fate}`, { amount: money(paidCents, locale) })}
        </li>
      ))}
    </ul>
  );
}

/**
 * The fate of all applications.
 * @param applications null when another window ended the session and did not report it
 */
export function EndedReport({ applications }: { applications: readonly HeldApplication[] | null }) {
  const { t } = useTranslation('ending');
  if (applications === null) return <p>{t('done.unknown')}</p>;
  if (applications.length === 0) return <p>{t('done.nothing')}</p>;
  return (
    <>
      <EndedList applications={applications} when="after" />
      {applications.some(({ fate }) => fate === 'sent') && <p>{t('done.files')}</p>}
    </>
  );
}

/** Whether something still exists: the heading must not hide that. */
export const isKept = (applications: readonly HeldApplication[] | null): boolean =>
  applications?.some(({ fate }) => fate === 'sending' || fate === 'payable') ?? false;
