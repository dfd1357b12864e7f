import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HomeAnswer } from '#contract/content.ts';
import { selectPlace } from '#machines/portal/portal.selectors.ts';
import { Card } from '#ui/kit/card.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { CardGrid, Lead, Stack } from '#ui/kit/layout.tsx';
import { TextInput } from '#ui/kit/text-input.tsx';
import { hrefOf } from '../shared/paths.ts';
import { ChosenPlace, PlacePicker } from '../shared/place-picker.tsx';
import { useLocale, usePortal, usePortalTools } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** Home: one sentence, what do you want to do and where, the services. */
export function HomeScreen({ home: { frequent: services } }: { home: HomeAnswer }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const { portal } = usePortalTools();
  const place = usePortal(selectPlace);
  const [query, setQuery] = useState('');
  const found = services;
  return (
    <PortalLayout title={t('title')}>
      <Stack gap="large">
        <Stack gap="small">
          <PageHeading>{t('heading')}</PageHeading>
          <Lead>{t('lead')}</Lead>
        </Stack>
        <search className="sp-search-box">
          <TextInput
            id="what"
            label={t('what.label')}
            hint={t('what.hint')}
            value={query}
            onChange={setQuery}
            type="search"
            autoComplete="off"
          />
          {place ? (
            <ChosenPlace name={place.value} onChange={() => portal.send({ type: 'place.cleared' })} />
          ) : (
            <PlacePicker />
          )}
        </search>
        <Stack>
          <SectionHeading>{t('services')}</SectionHeading>
          <p role="status" className={query ? undefined : 'kern-sr-only'}>
            {query && t('count', { count: found.length })}
          </p>
          {found.length === 0 && <p>{t('nothing')}</p>}
          <CardGrid>
            {found.map((service) => (
              <li key={service.leiKaId}>
                <Card title={service.title} href={hrefOf.service(locale, service.leiKaId)} headingLevel={3}>
                  <p>{service.teaser}</p>
                </Card>
              </li>
            ))}
          </CardGrid>
        </Stack>
        <Card hued title={t('help.title')}>
          <p>{t('help.text')}</p>
        </Card>
      </Stack>
    </PortalLayout>
  );
}
