import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import { readPdf } from '#server/documents/testing/read-pdf.ts';
import { confirmationOf, decide, fillIn, offerOf, type ServiceName, settled } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

type Lang = Locale;

let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
  person = portal.client();
  await person.logIn('lindemann:eID', { trustLevel: 'substantial' });
});
afterAll(() => portal?.close());

const get = (id: string) => person.call('getProcess', { params: { id }, query: {} });
const titleOf = (service: ServiceName, lang: Lang) => offerOf(service).title[lang];

/** Confirms the stored data as shown in a language. */
async function confirm(id: string, lang: Lang): Promise<ProcessView> {
  const body = await confirmationOf(person, id, lang);
  return person.call('completeProcess', { params: { id }, query: { lang }, body });
}

const startPayment = (id: string, version: number, lang?: Lang) =>
  person.call('startPayment', { params: { processId: id }, query: { lang }, body: { version } });

/** Pays by card on the provider's page; returns the address that it leads back to. */
async function pay(redirectUrl: string | null): Promise<URL> {
  const page = await fetch(redirectUrl!, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'card' }),
    redirect: 'manual',
  });
  return new URL(page.headers.get('location')!);
}

describe('an application that was begun in German and goes on in English', () => {
  it('is answered in English by every call, and remembers what was read last', async () => {
    const query = { lang: 'en' } as const;
    const { id } = await fillIn(person, 'meldebescheinigung', { lang: 'de' });
    const params = { id };
    const { data, version } = await person.openForm({ params, query });
    await person.call('saveProgress', { params, query, body: { version, data, page: null } });
    expect((await get(id)).locale).toBe('en');

    const title = titleOf('meldebescheinigung', 'en');
    const isEnglish = ({ metadata, locale }: ProcessView) => {
      expect({ title: metadata.title, lang: metadata.lang, locale }).toEqual({
        title,
        lang: 'en',
        locale: 'en',
      });
    };
    const completed = await confirm(id, 'en');
    isEnglish(completed);
    const kept = await decide(person, id, [], 'keep');
    isEnglish(kept);
    const body = { version: kept.version, electronicNoticeDelivery: false };
    const chosen = await person.call('chooseNotice', { params, query, body });
    isEnglish(chosen);
    isEnglish(await person.call('persistProcess', { params, query }));
    const { redirectUrl, process } = await startPayment(id, (await get(id)).version, 'en');
    isEnglish(process);
    await pay(redirectUrl);
    isEnglish(await person.call('checkPayment', { params: { processId: id }, query }));
    isEnglish(await settled(person, id));
    isEnglish(await person.call('acknowledgeResult', { params, query }));

    // The server sends paid applications itself, so the person sends another one.
    const free = await fillIn(person, 'hundesteuer', { lang: 'de' });
    await confirm(free.id, 'de');
    const sent = await person.call('submitProcess', { params: { id: free.id }, query });
    expect(sent.metadata.title).toBe(titleOf('hundesteuer', 'en'));
  });

  it.each([
    'saveProgress',
    'completeProcess',
    'chooseNotice',
    'persistProcess',
    'startPayment',
    'submitProcess',
  ] as const)('%s is an act in the language of its page', async (act) => {
    const service =
      act === 'submitProcess'
        ? 'hundesteuer'
        : act === 'chooseNotice'
          ? 'meldebescheinigung'
          : 'fischereischein';
    const { id, version } = await fillIn(person, service, { lang: 'de' });
    const params = { id };
    const query = { lang: 'en' } as const;
    if (act === 'saveProgress') {
      const { data } = await person.openForm({ params, query: {} });
      await person.call(act, { params, query, body: { version, data, page: null } });
    } else if (act === 'completeProcess') {
      await confirm(id, 'en');
    } else {
      const completed = await confirm(id, 'de');
      expect(completed.locale).toBe('de');
      if (act === 'chooseNotice') {
        const body = { version: completed.version, electronicNoticeDelivery: true };
        await person.call(act, { params, query, body });
      } else if (act === 'startPayment') await startPayment(id, completed.version, 'en');
      else await person.call(act, { params, query });
    }
    expect((await get(id)).locale).toBe('en');
  });

  it('without a language is answered in the one that was read last', async () => {
    const { id } = await fillIn(person, 'hundesteuer', { lang: 'de' });
    await confirm(id, 'en');
    const { metadata, locale } = await get(id);
    expect({ lang: metadata.lang, locale }).toEqual({ lang: 'en', locale: 'en' });
  });
});

describe('the way back from the payment', () => {
  it('is in the language in which the person pays', async () => {
    const { id } = await fillIn(person, 'fischereischein', { lang: 'de' });
    const { version } = await confirm(id, 'de');
    const back = await pay((await startPayment(id, version, 'en')).redirectUrl);
    expect(back.searchParams.get('lang')).toBe('en');
  });

  it('follows the language when a payment that is open already is gone on with', async () => {
    const { id } = await fillIn(person, 'fischereischein', { lang: 'de' });
    const { version } = await confirm(id, 'de');
    const first = await startPayment(id, version, 'de');
    const again = await startPayment(id, first.process.version, 'en');
    expect(again.redirectUrl).toBe(first.redirectUrl);
    const back = await pay(again.redirectUrl);
    const answer = await person.fetch(back.pathname + back.search);
    expect(answer.status).toBe(303);
    const landing = new URL(answer.headers.get('location')!, portal.url);
    expect(landing.pathname).toBe('/redirect');
    back.searchParams.set('lang', 'en');
    expect(Object.fromEntries(landing.searchParams)).toEqual(Object.fromEntries(back.searchParams));
    const page = await person.fetch(landing.pathname + landing.search);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<html lang="en"');
  });

  it('with a forged sign stays as it is asked for', async () => {
    for (const id of ['x', `${crypto.randomUUID()}.9999999999.${'a'.repeat(43)}`]) {
      const answer = await person.fetch(`/redirect?lang=en&id=${id}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<html lang="en"');
    }
  });
});

describe('the documents', () => {
  const download = async (id: string, kind: string) => {
    const response = await person.fetch(`/api/process/${id}/file/${kind}`);
    expect(response.status, kind).toBe(200);
    return { bytes: await response.bytes(), name: response.headers.get('content-disposition') };
  };

  it.each([
    ['de', 'en', 'en-GB', 'Receipt'],
    ['en', 'de', 'de-DE', 'Empfangsbestaetigung'],
  ] as const)(
    'of what was begun in %s have the language of the confirmation: %s',
    async (begun, confirmed, tag, name) => {
      const { id } = await fillIn(person, 'hundesteuer', { lang: begun });
      await confirm(id, confirmed);
      // The language of the last act is that of sending, not that of the confirmation.
      await person.call('submitProcess', { params: { id }, query: { lang: begun } });
      const { status, result } = await settled(person, id);
      expect({ status, lang: result?.documentsLang }).toEqual({ status: 'SUBMITTED', lang: confirmed });
      const sent = await person.call('listSent', { query: { lang: begun } });
      expect(sent.find((it) => it.id === id)?.documentsLang).toBe(confirmed);
      for (const kind of ['form', 'receipt']) {
        expect((await readPdf((await download(id, kind)).bytes)).language, kind).toBe(tag);
      }
      expect((await download(id, 'receipt')).name).toContain(name);
    },
  );

  it('have the language of the last confirmation when the data was changed', async () => {
    const { id } = await fillIn(person, 'hundesteuer', { lang: 'de' });
    await confirm(id, 'en');
    const { data, version } = await person.openForm({ params: { id }, query: {} });
    await person.call('saveProgress', {
      params: { id },
      query: { lang: 'en' },
      body: { version, data, page: null },
    });
    await confirm(id, 'de');
    await person.call('submitProcess', { params: { id }, query: { lang: 'de' } });
    expect((await settled(person, id)).status).toBe('SUBMITTED');
    expect((await readPdf((await download(id, 'form')).bytes)).language).toBe('de-DE');
  });
});

describe('the address of the portal', () => {
  /** A browser that stores cookies from the server or from the test. */
  const reader = (locale?: string) => {
    const client = portal.client();
    if (locale !== undefined) client.cookies.set('locale', locale);
    return client;
  };
  const langOf = async (response: Response) => /<html lang="(\w+)"/.exec(await response.text())?.[1];

  it.each(['GET', 'HEAD'])('leads who read English last to the English start: %s', async (method) => {
    const answer = await reader('en').fetch('/', { method });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/en');
    expect(answer.headers.get('vary')).toContain('cookie');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([undefined, 'de', '', 'fr', 'EN', 'en-GB', '%', '%00', '"en"', '../en', 'en,de'])(
    'is the German start with the cookie %j',
    async (locale) => {
      const answer = await reader(locale).fetch('/');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('vary')).toContain('cookie');
      expect(await langOf(answer)).toBe('de');
    },
  );

  it('keeps what else the address says', async () => {
    const answer = await reader('en').fetch('/?login=ERROR&q=a%20b');
    expect(answer.headers.get('location')).toBe('/en?login=ERROR&q=a+b');
  });

  it('is not answered from what a browser has kept of the German start', async () => {
    const client = reader();
    const etag = (await client.fetch('/')).headers.get('etag')!;
    expect((await client.fetch('/', { headers: { 'if-none-match': etag } })).status).toBe(304);
    client.cookies.set('locale', 'en');
    expect((await client.fetch('/', { headers: { 'if-none-match': etag } })).status).toBe(303);
  });

  it.each(['/suche?q=hund', '/leistung/99102013104000', '/impressum', '/_payload.json'])(
    'is the only one that does: %s stays as it is',
    async (path) => {
      expect((await reader('en').fetch(path)).status).toBe(200);
    },
  );

  it('follows the language that was read last, without script as well', async () => {
    const client = reader();
    await client.fetch('/en/search?q=dog');
    expect(client.cookies.get('locale')).toBe('en');
    expect((await client.fetch('/')).headers.get('location')).toBe('/en');
    await client.fetch('/suche?q=hund');
    expect((await client.fetch('/')).status).toBe(200);
  });

  it.each([
    ['/en/account', 'en'],
    ['/redirect?lang=en', 'en'],
    ['/formular', 'de'],
  ] as const)('follows the language of a page of the application: %s', async (path, locale) => {
    const client = reader(locale === 'de' ? 'en' : undefined);
    await client.fetch(path);
    expect(client.cookies.get('locale')).toBe(locale);
  });

  it('keeps the language for a year, for this site alone', async () => {
    const answer = await fetch(`${portal.url}/en`);
    const cookie = answer.headers.getSetCookie().find((it) => it.startsWith('locale='));
    expect(cookie).toMatch(/^locale=en; Max-Age=31536000; Path=\/; SameSite=Lax$/);
  });

  it.each([
    ['/en/does-not-exist', {}],
    ['/en', { 'sec-purpose': 'prefetch' }],
    ['/en', { purpose: 'prefetch' }],
    ['/en', { 'sec-fetch-dest': 'empty' }],
    ['/en/_payload.json', {}],
  ] as const)('does not take for read what nobody has opened: %s %j', async (path, headers) => {
    const client = reader();
    await client.fetch(path, { headers });
    expect(client.cookies.has('locale')).toBe(false);
  });

  it('traps nobody: the switch leads from the English start to the German one, without script as well', async () => {
    const client = reader();
    const start = await client.fetch('/en');
    const [, href] = /<a[^>]* href="([^"]*)"[^>]*hrefLang="de"/i.exec(await start.text()) ?? [];
    expect(href).toBe('/?lang=de');
    const chosen = await client.fetch(href!);
    expect(chosen.status).toBe(303);
    expect(chosen.headers.get('location')).toBe('/');
    expect(await langOf(await client.fetch('/'))).toBe('de');
  });

  it('can be chosen in English, too, and by nothing else than a language', async () => {
    const client = reader('de');
    expect((await client.fetch('/?lang=en')).headers.get('location')).toBe('/en');
    expect(client.cookies.get('locale')).toBe('en');
    client.cookies.set('locale', 'de');
    for (const path of ['/?lang=fr', '/?lang=', '/?lang=//host']) {
      expect((await client.fetch(path)).status, path).toBe(200);
    }
  });

  it('names the German start for search engines without a choice', async () => {
    const page = await (await fetch(`${portal.url}/en`)).text();
    expect(page).toContain(`hreflang="de" href="${portal.url}/"`);
  });

  it('is not where a login that leads nowhere ends: that has a page in the language that was read', async () => {
    const lost = await reader('en').fetch('/api/auth/return?ticket=unknown');
    expect(lost.headers.get('location')).toBe('/redirect?lang=en&lost=login');
  });
});
