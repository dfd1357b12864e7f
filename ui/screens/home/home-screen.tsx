import { useTranslation } from 'react-i18next';
import type { HomeAnswer } from '#contract/content.ts';
import { selectPlace } from '#machines/portal/portal.selectors.ts';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { HelpBand } from '../shared/help-band.tsx';
import { hrefOf } from '../shared/paths.ts';
import { PortalCards } from '../shared/portal-cards.tsx';
import { useLocale, usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { SearchBox } from '../shared/search-box.tsx';
import { LifeSituationCards, TopicGrid } from './home-topics.tsx';

/** The start page: the question what a person wants to do and where, then the ways to browse. */
export function HomeScreen({ home }: { home: HomeAnswer }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const place = usePortal(selectPlace);
  return (
    <PortalLayout title={t('title')} description={t('lead')}>
      <div className="sp-home">
        <section className="sp-home__hero">
          <PageHeading>{t('heading')}</PageHeading>
          <Lead>{t('lead')}</Lead>
          <SearchBox place={place} />
          {home.frequent.length > 0 && (
            <nav className="sp-frequent" aria-labelledby="frequent">
              <h2 id="frequent">{t('frequent')}</h2>
              <ul>
                {home.frequent.map(({ leiKaId, title, titleLang }) => (
                  <li key={leiKaId}>
                    <Link quiet href={hrefOf.service(locale, leiKaId)} lang={titleLang}>
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </section>
        {home.topics.length > 0 && (
          <section aria-labelledby="topics">
            <SectionHeading id="topics">{t('topics')}</SectionHeading>
            <TopicGrid topics={home.topics} />
          </section>
        )}
        {home.lifeSituations.length > 0 && (
          <section aria-labelledby="life-situations">
            <SectionHeading id="life-situations">{t('lifeSituations')}</SectionHeading>
            <p className="sp-section-lead">{t('lifeSituationsLead')}</p>
            <LifeSituationCards lifeSituations={home.lifeSituations} />
          </section>
        )}
        {home.portals.length > 0 && (
          <section aria-labelledby="portals">
            <SectionHeading id="portals">{t('portals')}</SectionHeading>
            <PortalCards portals={home.portals} headingLevel={3} />
          </section>
        )}
        <HelpBand />
      </div>
    </PortalLayout>
  );
}
