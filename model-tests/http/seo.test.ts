// @vitest-environment jsdom

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { loadContent } from '#server/content-store/load.ts';
import { publicPages } from '#server/seo/public-page.ts';
import { KIEL } from './applications.ts';
import { type Portal, startPortal } from './portal.ts';

const loaded = loadContent('content', { skipBroken: false });
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;
const services = [...content.services.values()];
const serviceOf = (slug: string) => services.find((it) => it.slug === slug)!;

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

type Head = {
  status: number;
  meta: Record<string, string>;
  canonical: string | null;
  alternates: Record<string, string>;
  data: Record<string, unknown>[];
};

/** The head of a page as a search engine reads it. */
async function headAt(address: string): Promise<Head> {
  const response = await fetch(new URL(address, portal.url), { redirect: 'manual' });
  const document = new DOMParser().parseFromString(await response.text(), 'text/html');
  const all = (selector: string) => [...document.head.querySelectorAll(selector)];
  return {
    status: response.status,
    meta: Object.fromEntries(
      all('meta').map((it) => [
        it.getAttribute('name') ?? it.getAttribute('property') ?? '',
        it.getAttribute('content') ?? '',
      ]),
    ),
    canonical: document.head.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
    alternates: Object.fromEntries(
      all('link[rel=alternate]').map((it) => [
        it.getAttribute('hreflang') ?? '',
        it.getAttribute('href') ?? '',
      ]),
    ),
    data: all('script[type="application/ld+json"]').flatMap(
      (it) => (JSON.parse(it.textContent ?? '') as { '@graph': Record<string, unknown>[] })['@graph'],
    ),
  };
}
const dataOf = ({ data }: Head, type: string) => data.find((it) => it['@type'] === type);

describe('the sitemap', () => {
  type Entry = { address: string; alternates: Record<string, string> };
  let entries: Entry[];

  beforeAll(async () => {
    const response = await fetch(`${portal.url}/sitemap.xml`);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const document = new DOMParser().parseFromString(await response.text(), 'application/xml');
    entries = [...document.getElementsByTagName('url')].map((url) => ({
      address: url.getElementsByTagName('loc')[0]?.textContent ?? '',
      alternates: Object.fromEntries(
        [...url.getElementsByTagName('xhtml:link')].map((it) => [
          it.getAttribute('hreflang') ?? '',
          it.getAttribute('href') ?? '',
        ]),
      ),
    }));
  });

  it('names all services, topics, life situations, thematic portals and pages in both languages, each once', () => {
    const { topics, lifeSituations, portals, pages } = content;
    const screens = 3;
    expect(entries).toHaveLength(
      2 * (screens + services.length + topics.size + lifeSituations.size + portals.size + pages.size),
    );
    expect(new Set(entries.map(({ address }) => address)).size).toBe(entries.length);
  });

  it('names only pages that say of themselves what it says of them, with a description and a name of their own', async () => {
    const names = new Map<string, string>();
    for (const { address, alternates } of entries) {
      const head = await headAt(address);
      expect({ address, ...head }).toMatchObject({ status: 200, canonical: address, alternates });
      expect(head.meta.robots, address).toBeUndefined();
      expect(head.meta.description?.length, `description of ${address}`).toBeGreaterThan(20);
      expect(head.meta['og:url']).toBe(address);
      expect(head.meta['og:description']).toBe(head.meta.description);
      names.set(`${head.meta['og:locale']} ${head.meta['og:title']}`, address);
      expect(Object.values(alternates)).toContain(address);
    }
    expect(names.size).toBe(entries.length);
  });
});

it('robots.txt keeps crawlers out of applications and calls, lets them into the rest, and names the sitemap', async () => {
  const lines = (await (await fetch(`${portal.url}/robots.txt`)).text()).trim().split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines).toContain(`Sitemap: ${portal.url}/sitemap.xml`);
  const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  expect(closed).toEqual(
    expect.arrayContaining(['/api/', '/formular', '/en/form', '/nutzerkonto', '/en/account', '/redirect']),
  );
  const pages = ['/', '/en', '/suche?q=Hund', '/leistung/1', '/en/service/1', '/impressum', '/assets/a.js'];
  for (const page of pages) expect(closed.filter((it) => page.startsWith(it))).toEqual([]);
});

describe('one address a page', () => {
  const { leiKaId } = serviceOf('hundesteuer');

  it('the place is for whom the page is, not another page', async () => {
    const head = await headAt(`/leistung/${leiKaId}?area=${KIEL}`);
    expect(head.canonical).toBe(`${portal.url}/leistung/${leiKaId}`);
    expect(head.alternates).toEqual({
      de: `${portal.url}/leistung/${leiKaId}`,
      en: `${portal.url}/en/service/${leiKaId}`,
      'x-default': `${portal.url}/leistung/${leiKaId}`,
    });
  });

  it('a content page is known by its slug, also when it is reached by its id', async () => {
    const page = [...content.pages.values()][0]!;
    expect((await headAt(`/inhalt/${page.id}`)).canonical).toBe(`${portal.url}/${page.slug.de}`);
    expect((await headAt(`/en/content/${page.id}`)).canonical).toBe(`${portal.url}/en/${page.slug.en}`);
  });

  it('answers to a search are not listed and carry nothing that was asked for but their title', async () => {
    const head = await headAt('/suche?q=Hund');
    expect(head).toMatchObject({ status: 200, canonical: null, alternates: {}, data: [] });
    expect(head.meta.robots).toBe('noindex, follow');
    expect(head.meta['og:url']).toBe(`${portal.url}/suche`);
    expect((await headAt(`/suche?area=${KIEL}`)).canonical).toBe(`${portal.url}/suche`);
  });

  it.each(['/gibt-es-nicht', '/leistung/99999999999999', '/nutzerkonto', '/formular'])(
    '%s is not to be listed',
    async (address) => {
      const head = await headAt(address);
      expect(head).toMatchObject({ canonical: null, alternates: {}, data: [] });
      expect(head.meta.robots).toBe('noindex');
      expect(head.meta['og:url']).toBeUndefined();
    },
  );
});

describe('a shared link', () => {
  it('shows name, sentence, language, portal and a picture that is there', async () => {
    const service = serviceOf('hundesteuer');
    const { meta } = await headAt(`/en/service/${service.leiKaId}`);
    expect(meta).toMatchObject({
      'og:type': 'article',
      'og:title': service.title.en,
      'og:description': service.teaser.en,
      'og:locale': 'en_GB',
      'og:locale:alternate': 'de_DE',
      'twitter:card': 'summary_large_image',
    });
    expect(meta['og:site_name']).toMatch(/\S/);
    const picture = await fetch(meta['og:image'] ?? '');
    expect(picture.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.length).toBeLessThanOrEqual(30 * 1024);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect([meta['og:image:width'], meta['og:image:height']]).toEqual(['1200', '630']);
  });
});

describe('structured data', () => {
  it.each(locales)('every service is a government service in %s', async (locale) => {
    for (const service of services) {
      const path = `${locale === 'de' ? '/leistung' : '/en/service'}/${service.leiKaId}`;
      const found = dataOf(await headAt(path), 'GovernmentService');
      expect(found, service.slug).toMatchObject({
        name: service.title[locale],
        description: service.teaser[locale],
        serviceType: content.topics.get(service.topics[0] ?? '')?.title[locale],
        url: portal.url + path,
        areaServed: { '@type': 'AdministrativeArea', name: expect.stringMatching(/\S/) },
        provider: { name: expect.stringMatching(/\S/) },
      });
    }
  });

  it('names the authority of the place and the way to apply online there', async () => {
    const { leiKaId } = serviceOf('hundesteuer');
    const address = `${portal.url}/leistung/${leiKaId}`;
    const found = dataOf(await headAt(`/leistung/${leiKaId}?area=${KIEL}`), 'GovernmentService');
    expect(found).toMatchObject({
      areaServed: { name: 'Kiel' },
      provider: {
        '@type': 'GovernmentOffice',
        address: { '@type': 'PostalAddress', addressLocality: 'Kiel', addressCountry: 'DE' },
        telephone: expect.stringMatching(/\d/),
      },
      availableChannel: [{ '@type': 'ServiceChannel', serviceUrl: address }],
    });
  });

  it('names no channel for a service that cannot be done online', async () => {
    const offered = new Set([...content.metadata.values()].map(({ leiKaId }) => leiKaId));
    const onSite = services.find((it) => !offered.has(it.leiKaId) && it.onlineLinks.length === 0)!;
    const found = dataOf(await headAt(`/leistung/${onSite.leiKaId}`), 'GovernmentService');
    expect(found).toBeDefined();
    expect(found).not.toHaveProperty('availableChannel');
  });

  it('shows the way from the home page: portal, topic, service, each an address that is there', async () => {
    const service = serviceOf('hundesteuer');
    const crumbs = dataOf(await headAt(`/en/service/${service.leiKaId}`), 'BreadcrumbList');
    const steps = crumbs?.itemListElement as { position: number; name: string; item: string }[];
    expect(steps.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(steps.map(({ name }) => name).slice(1)).toEqual([
      content.topics.get(service.topics[0] ?? '')?.title.en,
      service.title.en,
    ]);
    for (const { item } of steps) expect(await headAt(item)).toMatchObject({ status: 200, canonical: item });
  });

  it('shows the list of thematic portals above each of them, as the page does', async () => {
    const { paths, title } = publicPages(content).find(({ screen }) => screen === 'portal')!;
    for (const locale of locales) {
      const crumbs = dataOf(await headAt(paths[locale]), 'BreadcrumbList');
      const steps = crumbs?.itemListElement as { name: string; item: string }[];
      const list = { de: ['Themenportale', '/themenportale'], en: ['Thematic portals', '/en/portals'] }[
        locale
      ];
      expect(steps.slice(1).map(({ name, item }) => [name, new URL(item).pathname])).toEqual([
        list,
        [title?.[locale], paths[locale]],
      ]);
    }
  });

  it('tells on the home page how the portal is searched', async () => {
    const home = await headAt('/en');
    expect(dataOf(home, 'GovernmentOrganization')).toMatchObject({ name: expect.stringMatching(/\S/) });
    const logo = dataOf(home, 'GovernmentOrganization')?.logo as string;
    expect((await fetch(logo)).headers.get('content-type')).toContain('image/svg+xml');
    const website = dataOf(home, 'WebSite') as { potentialAction: { target: { urlTemplate: string } } };
    const { urlTemplate } = website.potentialAction.target;
    expect(urlTemplate).toContain('{search_term_string}');
    const found = await fetch(urlTemplate.replace('{search_term_string}', 'dog'));
    expect(await found.text()).toContain(serviceOf('hundesteuer').title.en);
  });
});
