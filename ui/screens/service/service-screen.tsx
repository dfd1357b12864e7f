import { useTranslation } from 'react-i18next';
import type { ServiceAnswer, ServiceDetail } from '#contract/content.ts';
import type { Metadata } from '#contract/shapes.ts';
import { loginIsNeededToStart } from '#machines/application/application.guards.ts';
import { selectPlace } from '#machines/portal/portal.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { LinkButton } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead, Prose, Stack, WithAside } from '#ui/kit/layout.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { feeText } from '../shared/fee-text.ts';
import { hrefOf } from '../shared/paths.ts';
import { ChosenPlace, PlacePicker } from '../shared/place-picker.tsx';
import { useLocale, usePortal, usePortalTools } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/**
 * A service in short: what it is and, for a place, who is responsible and how to apply.
 */
export function ServiceScreen({ answer: { service, metadata } }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('service');
  return (
    <PortalLayout title={service.title}>
      <WithAside
        lead={
          <Stack gap="small">
            <PageHeading>{service.title}</PageHeading>
            <Lead>{service.teaser}</Lead>
          </Stack>
        }
        aside={<ActionBox service={service} metadata={metadata} />}
      >
        {metadata && (
          <>
            <Prose>
              <p>{metadata.description}</p>
              <h2>{t('needed')}</h2>
              <ul>
                {metadata.needed.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
              <h2>{t('afterwards')}</h2>
              <p>{metadata.afterwards}</p>
            </Prose>
            <SectionHeading>{t('authority')}</SectionHeading>
            <AuthorityContact authority={metadata.authority} />
          </>
        )}
      </WithAside>
    </PortalLayout>
  );
}

function ActionBox({ service, metadata }: { service: ServiceDetail; metadata: Metadata | null }) {
  const { t } = useTranslation('service');
  const { t: terms } = useTranslation('application');
  const locale = useLocale();
  const { portal, navigate } = usePortalTools();
  const place = usePortal(selectPlace);
  const here = hrefOf.service(locale, service.leiKaId);
  return (
    <Card hued title={t('apply')}>
      {place ? (
        <ChosenPlace
          name={place.value}
          onChange={() => {
            portal.send({ type: 'place.cleared' });
            navigate(here);
          }}
        />
      ) : (
        <>
          <p>{t('placeNeeded')}</p>
          <PlacePicker onPicked={({ key }) => navigate(`${here}?area=${key}`)} />
        </>
      )}
      {place && !metadata && (
        <Alert title={t('notOffered.title')} headingLevel={3}>
          <p>{t('notOffered.text', { place: place.value })}</p>
        </Alert>
      )}
      {place && metadata && (
        <>
          <DescriptionList
            items={[
              { key: 'authority', term: t('facts.authority'), value: metadata.authority.name },
              { key: 'fee', term: t('facts.fee'), value: feeText(metadata, locale, terms) },
              {
                key: 'duration',
                term: t('facts.duration'),
                value: t('facts.minutes', { count: metadata.durationMinutes }),
              },
              {
                key: 'login',
                term: t('facts.login'),
                value: t(loginIsNeededToStart(metadata) ? 'login.needed' : `login.${metadata.mode}`),
              },
            ]}
          />
          <LinkButton href={hrefOf.start(locale, service.leiKaId, place.key)} icon="arrow-forward" iconAtEnd>
            {t('start')}
          </LinkButton>
        </>
      )}
    </Card>
  );
}
