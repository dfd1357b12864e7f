import type { Locale } from '#domain/locale.ts';
import type { Content } from '#server/content/types.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { KIEL } from '../http/applications.ts';

export type PublicScreen = {
  name: string;
  href: string;
  status: 200 | 404 | 410;
  /** True for a screen that differs from another only in its text: it is checked at every width only once. */
  alike?: boolean;
};

/** A postcode shared by several municipalities. */
export function sharedPostcode({ areas }: Content): string {
  const codes = [...areas.values()].flatMap(({ postalCodes }) => postalCodes);
  return codes.find((code, index) => codes.indexOf(code) < index) ?? '';
}

export function serviceBySlug({ services }: Content, slug: string) {
  const found = [...services.values()].find((service) => service.slug === slug);
  if (!found) throw new Error(`there is no service ${slug}`);
  return found;
}

/** Every public screen in each of its states, with its address in a language. */
export function publicScreens(content: Content, locale: Locale): PublicScreen[] {
  const ok = (name: string, href: string): PublicScreen => ({ name, href, status: 200 });
  const search = (query: Parameters<typeof hrefOf.search>[1]) => hrefOf.search(locale, query);
  const { leiKaId } = serviceBySlug(content, 'hundesteuer');
  const dog = locale === 'de' ? 'Hund' : 'dog';
  const [topic = ''] = content.topics.keys();
  const [portal = ''] = content.portals.keys();
  const [lifeSituation = ''] = content.lifeSituations.keys();
  const longTitle = serviceBySlug(content, 'abgeschlossenheitsbescheinigung');
  return [
    ok('home', hrefOf.home(locale)),
    ok('search', search({})),
    ok('search-results', search({ q: dog, area: KIEL })),
    ok('search-pages', search({ q: locale === 'de' ? 'beantragen' : 'apply', page: 2 })),
    ok('search-several-places', search({ q: dog, place: sharedPostcode(content) })),
    ok('search-unknown-place', search({ q: dog, place: 'Kiehl' })),
    ok('search-nothing', search({ q: 'xqzwv' })),
    ok('search-correction', search({ q: locale === 'de' ? 'Personalauswies' : 'idenity card' })),
    ok('search-authorities', search({ q: 'Kiel', kind: 'RESPONSIBLE_AUTHORITY' })),
    ok('search-places', search({ q: 'Kiel', kind: 'LOCATION' })),
    ok('service-without-place', hrefOf.service(locale, leiKaId)),
    ok('service-online', hrefOf.service(locale, leiKaId, { area: KIEL })),
    ok(
      'service-on-site',
      hrefOf.service(locale, serviceBySlug(content, 'personalausweis').leiKaId, { area: KIEL }),
    ),
    ok('service-several-places', hrefOf.service(locale, leiKaId, { place: sharedPostcode(content) })),
    ...(locale === 'de' ? [ok('service-long-title', hrefOf.service(locale, longTitle.leiKaId))] : []),
    ok('service-elsewhere-online', hrefOf.service(locale, serviceBySlug(content, 'kindergeld').leiKaId)),
    ok('topic', hrefOf.topic(locale, topic)),
    ok('life-situation', hrefOf.lifeSituation(locale, lifeSituation)),
    ok('portals', hrefOf.portals(locale)),
    ok('portal', hrefOf.portal(locale, portal)),
    { name: 'portal-not-found', href: hrefOf.portal(locale, 'xyz'), status: 404, alike: true },
    ...[...content.pages.values()].map(({ id, slug }, index) => ({
      ...ok(`page-${id}`, hrefOf.pageBySlug(locale, slug[locale])),
      alike: index > 0,
    })),
    { name: 'page-not-found', href: hrefOf.pageBySlug(locale, 'xyz'), status: 404 },
    { name: 'service-not-found', href: hrefOf.service(locale, '99999999999999'), status: 410 },
  ];
}
