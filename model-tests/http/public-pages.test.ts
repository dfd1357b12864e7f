import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Payload } from '#browser/public/payload.ts';
import { applicationScreens, paths, screenOfPath } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { locales } from '#domain/locale.ts';
import { someOf } from '../later.ts';
import { KIEL } from './applications.ts';
import { readPage } from './html-page.ts';
import { type Portal, startPortal } from './portal.ts';
import { demonstrationContent, publicPaths } from './public-addresses.ts';

const content = demonstrationContent();
const serviceId = (slug: string) =>
  [...content.services.values()].find((it) => it.slug === slug)?.leiKaId ?? '';
const dogTax = serviceId('hundesteuer');
const severalMunicipalities = [
  ...new Set([...content.areas.values()].flatMap(({ postalCodes }) => postalCodes)),
]
  .map((code) => ({ code, keys: [...content.areas.values()].filter((it) => it.postalCodes.includes(code)) }))
  .find(({ keys }) => keys.length > 2)!;

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

/** A request of a new visitor: no cookies but those given. */
async function get(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(portal.url + address, { headers, redirect: 'manual' });
  return { response, status: response.status, body: await response.text() };
}
const read = async (address: string, headers?: Record<string, string>) => {
  const { status, body, response } = await get(address, headers);
  return { status, response, ...readPage(body) };
};
const pathOf = (address: string) =>
  new URL(address, portal.url).pathname + new URL(address, portal.url).search;
/** Address of the payload that belongs to the address of a page. */
const payloadOf = (address: string) => {
  const url = new URL(address, portal.url);
  return `${url.pathname.replace(/\/$/, '')}/_payload.json${url.search}`;
};

describe.each(locales)('every public page in %s', (locale) => {
  const addresses = someOf(publicPaths(content, locale), screenOfPath);

  it('can be read without script and says what it is, in both languages', async () => {
    const titles = new Map<string, string>();
    for (const address of addresses) {
      const page = await read(address);
      expect({ address, status: page.status, lang: page.lang }).toEqual({
        address,
        status: 200,
        lang: locale,
      });
      expect(page.headings, address).toEqual([expect.stringMatching(/\S/)]);
      expect(page.text.length, `text of ${address}`).toBeGreaterThan(150);
      expect(page.meta.robots ?? '', address).not.toContain('noindex');
      expect(page.relations.canonical, address).toMatch(/^http:\/\/localhost:/);
      const other = locale === 'de' ? 'en' : 'de';
      const alternate = page.relations[`alternate ${other}`] ?? '';
      titles.set(page.headings.join(), page.title);
      const back = (await read(pathOf(alternate))).relations[`alternate ${locale}`] ?? '';
      expect(pathOf(back), `${address}, the other language and back`).toBe(
        pathOf(page.relations[`alternate ${locale}`] ?? ''),
      );
    }
    expect(new Set(titles.values()).size, 'a title for each heading').toBe(titles.size);
  });

  it('comes with the answers that it is made of, and with nothing else', async () => {
    for (const address of addresses) {
      const { payload } = await read(address);
      const served = JSON.parse((await get(payloadOf(address))).body) as Payload;
      expect(Object.keys(served).sort(), address).toEqual(['answers', 'hash', 'place']);
      expect(payload, address).toMatchObject(served);
      const calls = Object.entries(served.answers);
      expect(calls.length, address).toBe(1);
      for (const [call, answer] of calls) {
        const { status, body } = await get(call);
        expect(answer, `${address}: ${call}`).toEqual({ status, body: JSON.parse(body) });
      }
    }
  });

  it('leads only to pages that there are', async () => {
    const seen = new Set<string>();
    for (const address of addresses) {
      for (const link of (await read(address)).links) {
        const { origin, pathname, search } = new URL(link, portal.url + address);
        const isOurs = origin === portal.url && !applicationScreens.has(screenOfPath(pathname));
        if (!isOurs || seen.has(pathname + search)) continue;
        seen.add(pathname + search);
        const { status, response } = await get(pathname + search);
        // Choosing a language leads to its home page.
        if (pathname === '/' && search.startsWith('?lang=')) {
          expect(response.headers.get('location')).toBe(paths.home[search.endsWith('en') ? 'en' : 'de']);
          continue;
        }
        expect({ status, from: address, to: pathname + search }).toMatchObject({ status: 200 });
      }
    }
    expect(seen.size).toBeGreaterThan(addresses.length / 2);
  });

  it('is the same for somebody who is logged in: nothing private is in it', async () => {
    const client = portal.client();
    await client.logIn('thomsen:Elster');
    for (const address of addresses.slice(0, 20)) {
      const mine = await (await client.fetch(address)).text();
      expect(mine, address).toBe((await get(address)).body);
    }
  });
});

describe('addresses that lead nowhere', () => {
  it.each([
    ['/gibt-es-nicht', 'de', 404],
    ['/en/there-is-no-such-page', 'en', 404],
    ['/a/b/c', 'de', 404],
    ['/a//b', 'de', 404],
    ['/m%c3%bcnchen', 'de', 404],
    ['/en/%7Efoo', 'en', 404],
    ['/%', 'de', 404],
    ['/en/service/%', 'en', 410],
    ['/inhalt/nichts', 'de', 404],
    ['/en/content/nothing', 'en', 404],
    ['/themenfelder/nichts', 'de', 404],
    ['/en/circumstances/nothing', 'en', 404],
    ['/leistung/abc', 'de', 410],
    ['/en/service/abc', 'en', 410],
    ['/leistung/99999999999999', 'de', 410],
    ['/en/service/99999999999999', 'en', 410],
  ])('%s says so in %s with %i, and offers the search', async (address, lang, status) => {
    const page = await read(address);
    expect({ status: page.status, lang: page.lang }).toEqual({ status, lang });
    expect(page.headings).toEqual([expect.stringMatching(/\S/)]);
    expect(page.forms).toContain(`${paths.search[lang as Locale]}#results`);
    expect(page.meta.robots).toBe('noindex');
    expect(page.relations.canonical).toBeUndefined();
  });

  it('a service that has ended and a mistyped one have the same page: of neither there is anything', async () => {
    const [mistyped, ended] = [await read('/leistung/abc'), await read('/leistung/99999999999999')];
    expect(mistyped.headings).toEqual(['Leistung nicht gefunden']);
    expect(mistyped.headings).toEqual(ended.headings);
  });
});

describe('a page that has not changed is not sent again', () => {
  it.each(['/', `/leistung/${dogTax}`, '/suche?q=Hund'])('%s', async (address) => {
    const first = await get(address);
    const etag = first.response.headers.get('etag') ?? '';
    expect(etag).toMatch(/^(W\/)?".+"$/);
    const again = await get(address, { 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, body: '' });
    // A browser applies the policy of this answer to its cached page.
    const policyOf = ({ response }: typeof again) => response.headers.get('content-security-policy');
    expect(policyOf(again)).toBe(policyOf(first));
    expect((await get(address, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('but made anew for another place', async () => {
    const address = `/leistung/${dogTax}`;
    const etag = (await get(address)).response.headers.get('etag') ?? '';
    expect((await get(address, { 'if-none-match': etag, cookie: `place=${KIEL}` })).status).toBe(200);
  });
});

describe('the place', () => {
  const service = `/leistung/${dogTax}`;
  const start = (page: { linksInMain: string[] }) =>
    page.linksInMain.filter((it) => it.startsWith('/formular'));

  it('decides what a service page offers, by cookie and by address, the address first', async () => {
    const nowhere = await read(service);
    expect(start(nowhere)).toEqual([]);
    expect(nowhere.payload?.place).toBeNull();
    const byCookie = await read(service, { cookie: `place=${KIEL}` });
    expect(start(byCookie)).toEqual([`/formular?leiKaId=${dogTax}&area=${KIEL}`]);
    expect(byCookie.payload?.place).toEqual({ value: 'Kiel', key: KIEL });
    const byAddress = await read(`${service}?area=${KIEL}`);
    expect(start(byAddress)).toEqual(start(byCookie));
    const luebeck = '010030000000';
    const both = await read(`${service}?area=${luebeck}`, { cookie: `place=${KIEL}` });
    expect(both.payload?.place).toEqual({ value: 'Lübeck', key: luebeck });
    expect(both.text).toContain('Lübeck');
    expect(both.text).not.toContain('Kiel');
  });

  it('is kept in a cookie once an address has named it, without script', async () => {
    const { response } = await get(`${service}?area=${KIEL}`);
    const place = response.headers.getSetCookie().find((it) => it.startsWith('place='));
    expect(place).toMatch(new RegExp(`^place=${KIEL}; .*Path=/; SameSite=Lax$`));
    expect((await get(service)).response.headers.getSetCookie().join()).not.toContain('place=');
  });

  it('is given up by sending its field empty, without script', async () => {
    const cookie = `place=${KIEL}`;
    const shown = await read(service, { cookie });
    const change = shown.linksInMain.find((it) => /place=(#|$)/.test(it)) ?? '';
    const page = await read(change, { cookie });
    expect(page.payload?.place).toBeNull();
    expect(start(page)).toEqual([]);
    expect(page.response.headers.getSetCookie().join()).toMatch(/(^|,)place=;/);
    expect((await read('/suche?q=Hund&place=', { cookie })).payload?.place).toBeNull();
  });

  it.each(['//a//example.org', '/.//example.org', '/a/..//example.org'])(
    'never leads to another site: %s',
    async (path) => {
      const location = await new Promise<string>((resolve, reject) => {
        const asked = request(portal.url, { path: `${path}?place=Kiel` }, (response) => {
          response.resume();
          resolve(response.headers.location ?? '');
        });
        asked.on('error', reject).end();
      });
      expect(location).toMatch(/^\/[^/\\]/);
    },
  );

  it.each(['unsinn', '0', '990000000000', '"><script>', '01'.repeat(300)])(
    'that does not exist counts as none: %s',
    async (key) => {
      const cookie = `place=${encodeURIComponent(key)}`;
      for (const page of [
        await read(service, { cookie }),
        await read(`${service}?area=${encodeURIComponent(key)}`),
      ]) {
        expect(page.status).toBe(200);
        expect(page.payload?.place).toBeNull();
        expect(start(page)).toEqual([]);
      }
    },
  );

  it.each(['Kiel', '24103', ' kiel ', '24103 Kiel'])(
    'written as text that means one leads there: %s',
    async (text) => {
      for (const page of [service, '/suche?q=Hund', '/en/search?q=dog']) {
        const address = `${page}${page.includes('?') ? '&' : '?'}place=${encodeURIComponent(text)}`;
        const { status, response } = await get(address);
        expect(status).toBe(303);
        const target = new URL(response.headers.get('location') ?? '', portal.url);
        expect(target.searchParams.get('area')).toBe(KIEL);
        expect(target.searchParams.has('place')).toBe(false);
        expect(target.pathname).toBe(page.split('?')[0]);
        expect((await read(target.pathname + target.search)).payload?.place).toEqual({
          value: 'Kiel',
          key: KIEL,
        });
      }
    },
  );

  it('written as a postcode of several municipalities lets people choose among all of them', async () => {
    const { code, keys } = severalMunicipalities;
    for (const address of [`${service}?place=${code}`, `/suche?q=Hund&place=${code}`]) {
      const page = await read(address);
      expect(page.status).toBe(200);
      for (const { ars, name } of keys) {
        expect(
          page.linksInMain.some((it) => it.includes(`area=${ars}`)),
          `${name} of ${address}`,
        ).toBe(true);
        expect(page.text).toContain(name);
      }
      expect(page.payload?.place).toBeNull();
      expect(start(page)).toEqual([]);
    }
  });

  it('that is unknown is said so, with what may have been meant', async () => {
    const page = await read(`${service}?place=Kiehl`);
    expect(page.text).toContain('„Kiehl“ haben wir nicht gefunden');
    const withoutFragment = page.linksInMain.map((it) => it.replace(/#.*/, ''));
    expect(withoutFragment).toContain(`/leistung/${dogTax}?area=${KIEL}`);
    const english = await read('/en/search?q=dog&place=99999');
    expect(english.status).toBe(200);
    expect(english.text).toContain('99999');
  });
});

describe('a search of any text is answered by a page', () => {
  const hostile = {
    'very long': 'Hundesteuer '.repeat(170),
    'one long word': 'ä'.repeat(2000),
    'control characters': 'Hund\u0000\u0001\u001b[31m\u0007\u200b\ud83d',
    HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>"\'',
    'the end of the data block': '</script><!--',
    'only stop words': 'der die das und oder in',
    'a regular expression': '.*+?^$()|[]\\',
    'only blanks': ' \t\n ',
    'no letters': '!!! ??? …',
    'another script': '犬の登録 регистрация كلب',
    prototype: '__proto__ constructor',
  };
  it.each(Object.entries(hostile))('%s', async (_, text) => {
    for (const search of Object.values(paths.search)) {
      const asked = new URLSearchParams({ q: text, place: text });
      const address = `${search}?${asked}`;
      const { status, body } = await get(address);
      expect(status).toBe(200);
      // The page's own script, its data and those of the theme, but nothing from the text.
      expect(body.match(/<script/g)?.length).toBe(3);
      expect(body.includes('<img src=x'), 'the text as HTML').toBe(false);
      expect(readPage(body).forms).toContain(`${search}#results`);
      expect((await get(payloadOf(address))).status).toBe(200);
    }
  });

  it('of a wrong kind, page and broken encoding, too', async () => {
    for (const query of [
      'kind=NONE',
      'page=0',
      'page=-1',
      'page=99999',
      'page=x',
      'q=%E0%A4%A',
      'q=a&q=b',
      'q[]=a',
    ]) {
      expect((await get(`/suche?q=Hund&${query}`)).status, query).toBe(200);
    }
  });
});

describe('what every page sends along', () => {
  it('no cookie but the one against forgery, the place and English', async () => {
    for (const address of [
      '/',
      '/en',
      `/leistung/${dogTax}?area=${KIEL}`,
      '/suche?q=Hund',
      '/impressum',
      '/nichts',
    ]) {
      const { response } = await get(address);
      const names = response.headers.getSetCookie().map((it) => it.split('=')[0]);
      const rest = names.filter((name) => name !== 'XSRF-TOKEN' && name !== 'place');
      expect(rest).toEqual(address === '/en' ? ['locale'] : []);
    }
    expect((await get(payloadOf('/'))).response.headers.getSetCookie()).toEqual([]);
  });

  it('a policy that allows nothing inline and no foreign host', async () => {
    for (const address of ['/', '/nichts', `/leistung/${dogTax}`, '/en/search?q=dog']) {
      const { response, body } = await get(address);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).not.toMatch(/unsafe-|\*/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`; frame-src ${portal.partners.environment.LIP_URL};`);
      const [start = ''] = [...body.matchAll(/<script type="module"[^>]*>(.+?)<\/script>/g)].map(
        ([, code = '']) => code,
      );
      const hash = createHash('sha256').update(start).digest('base64');
      expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
      expect(body).not.toMatch(
        / style="| on[a-z]+="|<script(?! type="(?:module|application\/(?:ld\+)?json)")/,
      );
      expect(body.match(/<script type="module"/g)).toHaveLength(1);
      for (const [, style = ''] of body.matchAll(/<style>(.+?)<\/style>/gs)) {
        const hash = createHash('sha256').update(style).digest('base64');
        expect(policy, style.slice(0, 80)).toContain(`'sha256-${hash}'`);
      }
      expect(body).not.toMatch(/(?:src|action)="(?:https?:)?\/\//);
    }
  });
});

it('only pages that may hold something personal are kept apart from the windows of others', async () => {
  const opener = async (address: string) =>
    (await get(address)).response.headers.get('cross-origin-opener-policy');
  for (const address of ['/', `/leistung/${dogTax}`, '/nichts'])
    expect(await opener(address)).toBe('unsafe-none');
  for (const address of ['/formular', '/nutzerkonto', '/redirect', '/api/docs']) {
    expect(await opener(address)).toBe('same-origin-allow-popups');
  }
});

describe('builds', () => {
  it('the newest one is named, the same that pages are of', async () => {
    const { id } = JSON.parse((await get('/builds/latest.json')).body) as { id: string };
    expect((await read('/')).meta.build).toBe(id);
    const meta = await get(`/builds/meta/${id}.json`);
    expect(meta.status).toBe(200);
    expect(JSON.parse(meta.body)).toMatchObject({ id });
    expect((await get('/builds/meta/another.json')).status).toBe(404);
    expect((await get('/builds/nothing.json')).status).toBe(404);
  });
});

it('shows new content once it is told to, and keeps the old one when the new is faulty', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-'));
  cpSync('content', folder, { recursive: true });
  const own = await startPortal({ contentDir: folder });
  try {
    const page = (address: string) => fetch(own.url + address).then(async (it) => readPage(await it.text()));
    const file = path.join(folder, 'services/hundesteuer/service.json');
    const service = JSON.parse(await readFile(file, 'utf8')) as { title: { de: string; en: string } };
    const before = await page(`/leistung/${dogTax}`);
    expect(before.headings).toEqual([service.title.de]);

    await writeFile(
      file,
      JSON.stringify({ ...service, title: { de: 'Wauwau melden', en: 'Report a bow-wow' } }),
    );
    own.reloadContent();
    const heading = async (address: string) => (await page(address)).headings.join();
    await expect.poll(() => heading(`/leistung/${dogTax}`), { timeout: 120_000 }).toBe('Wauwau melden');
    expect(await heading(`/en/service/${dogTax}`)).toBe('Report a bow-wow');
    await expect
      .poll(async () => (await page('/suche?q=Wauwau')).text, { timeout: 120_000 })
      .toContain('Wauwau melden');
    expect((await page(`/leistung/${dogTax}`)).payload?.hash).not.toBe(before.payload?.hash);

    await writeFile(file, '{ "title": ');
    own.reloadContent();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await heading(`/leistung/${dogTax}`)).toBe('Wauwau melden');
  } finally {
    await own.close();
    await rm(folder, { recursive: true, force: true });
  }
});

describe('a page of the application says without script what to do, in the frame of the portal', () => {
  const start = `?leiKaId=${dogTax}&area=${KIEL}`;
  it.each([
    [`/formular${start}`, 'de', `/leistung/${dogTax}?area=${KIEL}`, `/en/form${start}`],
    [`/en/form${start}`, 'en', `/en/service/${dogTax}?area=${KIEL}`, `/formular${start}`],
    [`/formular?leiKaId=${dogTax}&area=x`, 'de', `/leistung/${dogTax}`, `/en/form?leiKaId=${dogTax}`],
    ['/formular?leiKaId=abc', 'de', '/suche', '/en/form?leiKaId=abc'],
    ['/formular', 'de', '/suche', '/en/form'],
    [
      '/formular?id=8a1f4f0e-5b1c-4c7e-9d55-0f6f2b7a9c11',
      'de',
      '/suche',
      '/en/form?id=8a1f4f0e-5b1c-4c7e-9d55-0f6f2b7a9c11',
    ],
    ['/nutzerkonto', 'de', '/suche', '/en/account'],
    ['/en/account', 'en', '/en/search', '/nutzerkonto'],
    ['/redirect?result=PAYED&id=abc', 'de', 'tel:115', '/redirect?result=PAYED&id=abc'],
  ])('%s', async (address, lang, next, otherLanguage) => {
    const page = await read(address);
    expect({ status: page.status, lang: page.lang }).toEqual({ status: 200, lang });
    expect(page.headings).toEqual([expect.stringContaining('JavaScript')]);
    expect(page.linksInMain).toContain(next);
    expect(page.linksInMain).toContain('tel:115');
    expect(page.links).toContain(otherLanguage);
    expect(page.links).toContain(lang === 'de' ? '/impressum' : '/en/imprint');
    expect(page.text).not.toContain('__');
  });

  it('with the authority that takes the application otherwise', async () => {
    const { text } = await read(`/formular${start}`);
    expect(text).toContain('Landeshauptstadt Kiel');
    expect(text).toMatch(/24\d{3} Kiel/);
  });
});
