import { useTranslation } from 'react-i18next';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Link } from '#ui/kit/link.tsx';
import { pageHref } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/** Somebody to ask: the public service number of all administrations. */
export function HelpBand() {
  const { t } = useTranslation('search');
  const locale = useLocale();
  return (
    <section className="sp-help" aria-labelledby="help">
      <SectionHeading id="help">{t('help.title')}</SectionHeading>
      <p>
        {t('help.text')} <Link href="tel:115">{t('help.call')}</Link> {t('help.hours')}
      </p>
      <p>
        <Link quiet href={pageHref(locale, 'help')}>
          {t('help.page')}
        </Link>
      </p>
    </section>
  );
}
