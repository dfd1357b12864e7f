import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';

import { SectionHeading } from '#ui/kit/heading.tsx';
import { day } from '../shared/format.ts';
import { AreaLink } from '../shared/page-links.tsx';
import { useLocale } from '../shared/portal-context.tsx';

/** Paying later keeps the application of an account and loses an anonymous one (spec section 4). */
export function PayLater({ process }: { process: ProcessView }) {
  const { t } = useTranslation('payment');
  const locale = useLocale();
  if (!process.facts.hasUser) {
    return (
      <div>
        <SectionHeading small>{t('later.anonymousTitle')}</SectionHeading>
        <p>{t('later.anonymous')}</p>
      </div>
    );
  }
  return (
    <div>
      <SectionHeading small>{t('later.title')}</SectionHeading>
      <p>{t('later.account', { date: day(process.availableUntil, locale) })}</p>
      <AreaLink variant="secondary">{t('later.button')}</AreaLink>
    </div>
  );
}
