import { useTranslation } from 'react-i18next';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Link } from '#ui/kit/link.tsx';
import { CustomerService } from './customer-service.tsx';
import { pageHref } from './paths.ts';
import { useLocale } from './portal-context.tsx';
import { ServiceNumber } from './service-number.tsx';

/** A contact for questions: the public service number of all administrations. */
export function HelpBand() {
  const { t } = useTranslation('search');
  const locale = useLocale();
  return (
    <section className="sp-help" aria-labelledby="help">
      <SectionHeading id="help">{t('help.title')}</SectionHeading>
      <p>
        {t('help.text')} <ServiceNumber /> {t('help.hours')}
      </p>
      <p>{t('help.portal')}</p>
      <CustomerService />
      <p>
        <Link quiet href={pageHref(locale, 'help')}>
          {t('help.page')}
        </Link>
      </p>
    </section>
  );
}
