import { paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { locales } from '#domain/locale.ts';
import de from '#locales/de/browse.json' with { type: 'json' };
import en from '#locales/en/browse.json' with { type: 'json' };
import { serviceAnswer } from '#server/content/service-answer.ts';
import type { Authority, Content, Service } from '#server/content/types.ts';
import { type PublicPage, publicPageAt } from './public-page.ts';
import type { Site } from './site.ts';

type Node = Record<string, unknown>;
type Place = { value: string; key: string };
export type StructuredDataOf = {
  content: Content;
  page: PublicPage;
  locale: Locale;
  site: Site;
  /** The place that the page is rendered for. */
  place: Place | null;
  /** Title and teaser as the page shows them. */
  title: string;
  description: string;
};

/**
 * Returns the subject of the page in the vocabulary of schema.org, for search engines (JSON-LD): the portal on the
 * home page, a GovernmentService on service pages, and the path to every page below the home page.
 */
export function structuredData(of: StructuredDataOf): object {
  const service = of.page.screen === 'service' ? of.content.services.get(of.page.id) : undefined;
  const nodes = [
    ...(of.page.screen === 'home' ? [organisation(of), website(of)] : [breadcrumbs(of)]),
    ...(service ? [governmentService(of, service)] : []),
  ];
  return { '@context': 'https://schema.org', '@graph': nodes };
}

const addressOf = ({ site }: StructuredDataOf, path: string) => site.origin + path;
const organisationId = ({ site }: StructuredDataOf) => `${site.origin}/#organization`;

const organisation = (of: StructuredDataOf): Node => ({
  '@type': 'GovernmentOrganization',
  '@id': organisationId(of),
  name: of.site.state,
  url: of.site.website ?? addressOf(of, '/'),
  logo: of.site.logo,
});

const website = (of: StructuredDataOf): Node => ({
  '@type': 'WebSite',
  '@id': `${of.site.origin}/#website`,
  name: of.site.name,
  description: of.description,
  url: addressOf(of, of.page.paths[of.locale]),
  inLanguage: of.locale,
  publisher: { '@id': organisationId(of) },
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${addressOf(of, paths.search[of.locale])}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
});

function breadcrumbs(of: StructuredDataOf): Node {
  const { page, locale, site } = of;
  const steps = [
    { name: site.name, path: paths.home[locale] },
    ...above(of),
    { name: of.title, path: page.paths[locale] },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(of, path),
    })),
  };
}

/** Returns the page between the home page and this one, as in the path that the page shows. */
function above({ page, locale, content }: StructuredDataOf): { name: string; path: string }[] {
  if (page.screen === 'portal') {
    return [{ name: { de, en }[locale].portals.title, path: paths.portals[locale] }];
  }
  const topic = page.screen === 'service' ? content.services.get(page.id)?.topics[0] : undefined;
  const found = topic === undefined ? null : publicPageAt(content, paths.topic.de.replace('$id', topic));
  return found?.title ? [{ name: found.title[locale], path: found.paths[locale] }] : [];
}

function governmentService(of: StructuredDataOf, service: Service): Node {
  const { content, locale, place, site, page } = of;
  const url = addressOf(of, page.paths[locale]);
  const answer = serviceAnswer(content, service, {
    lang: locale,
    ...(place && { area: place.key }),
  });
  const authority = answer.authority ?? onlyAuthority(content, service, locale);
  const isOnlineHere = place ? answer.metadata !== null : answer.isOnlineSomewhere;
  const channels = [
    ...answer.onlineLinks.map((link) => ({ name: link.title, address: link.url })),
    ...(isOnlineHere && answer.onlineLinks.length === 0
      ? [{ name: service.title[locale], address: url }]
      : []),
  ];
  return {
    '@type': 'GovernmentService',
    '@id': `${url}#service`,
    name: service.title[locale],
    description: service.teaser[locale],
    serviceType: answer.service.topics[0]?.title ?? service.title[locale],
    identifier: { '@type': 'PropertyValue', propertyID: 'LeiKa', value: service.leiKaId },
    url,
    areaServed: { '@type': 'AdministrativeArea', name: place?.value ?? site.state },
    audience: service.audience.map((audienceType) => ({ '@type': 'Audience', audienceType })),
    provider: authority ? authorityNode(authority) : { '@type': 'GovernmentOrganization', name: site.state },
    ...(channels.length > 0 && {
      availableChannel: channels.map(({ name, address }) => ({
        '@type': 'ServiceChannel',
        name,
        serviceUrl: address,
        availableLanguage: locales,
      })),
    }),
  };
}

type AuthorityText = Omit<
  Authority,
  'name' | 'openingHours' | 'opens' | 'contactBox' | 'destinationId' | 'paymentEndPointId'
> & {
  name: string;
};

/** Returns the authority of a service that has only one, wherever people live. */
function onlyAuthority(content: Content, service: Service, locale: Locale): AuthorityText | null {
  const ids = new Set(service.responsibilities.map(({ authority }) => authority));
  const [id = ''] = ids;
  const authority = ids.size === 1 ? content.authorities.get(id) : undefined;
  if (!authority) return null;
  const { contactBox: _, ...rest } = authority;
  return { ...rest, name: authority.name[locale] };
}

function authorityNode(authority: Partial<AuthorityText> & { name: string }): Node {
  const street = [authority.street, authority.streetNumber].filter(Boolean).join(' ');
  return {
    '@type': 'GovernmentOffice',
    name: authority.name,
    address: {
      '@type': 'PostalAddress',
      ...(street && { streetAddress: street }),
      postalCode: authority.postalCode,
      addressLocality: authority.city,
      addressCountry: 'DE',
    },
    ...(authority.phoneNumber && { telephone: authority.phoneNumber }),
    ...(authority.email && { email: authority.email }),
    ...(authority.website && { url: authority.website }),
  };
}
