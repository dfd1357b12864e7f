import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { kiel, offerOf } from '../http/applications.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { isCall } from './browser-faults.ts';
import { launchChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { Gallery } from './gallery.ts';
import { journeys, noDraft } from './journeys.ts';
import { picture } from './pictures.ts';
import { leiKaIdOf } from './service-forms.ts';
import type { Visitor } from './visitor.ts';
import { type Locale, words } from './words.ts';

let browser: Browser;
let portal: Portal;
const gallery = new Gallery();

beforeAll(async () => {
  await buildWhenChanged();
  [browser, portal] = await Promise.all([launchChromium(), startPortal()]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

const { journey } = journeys(() => ({ browser, portal }), gallery);
const level = (visitor: Visitor) => ({ needed: visitor.text('level:name.substantial') });
const meldebescheinigung = leiKaIdOf('meldebescheinigung');

/** Logs in in a window of its own, as from the header of any page there. */
async function logInElsewhere(
  { watched: { context } }: Visitor,
  choice: string,
  trustLevel = '',
): Promise<void> {
  const window = await context.newPage();
  await window.goto(`/redirect?lang=de&provider=nkb${trustLevel && `&trustLevel=${trustLevel}`}`);
  await window.locator(`button[name="choice"][value="${choice}"]`).click();
  await window.waitForURL(/done=login/);
  await window.locator('main button').first().waitFor();
  await window.close();
}

/** A draft of a form that asks for the substantial level. */
async function demandingDraft(person: 'lindemann:eID' | 'thomsen:Elster'): Promise<string> {
  const client = portal.client();
  await client.logIn(person);
  const { id } = await client.call('startProcess', {
    body: { metadataId: offerOf('meldebescheinigung').metadataId, area: kiel },
  });
  return id;
}

describe('a login below the trust level that is asked for', () => {
  journey('is raised on the start screen, and starts the application', 'de', async (visitor) => {
    const { page, watched } = visitor;
    await logInElsewhere(visitor, 'lindemann:Benutzername');
    await visitor.openStart('meldebescheinigung');
    await visitor.button('level:button', level(visitor)).waitFor();
    expect(await visitor.button('start:ways.account.start').count()).toBe(0);
    await gallery.look(visitor, 'start-below-level');
    await visitor.button('level:button', level(visitor)).click();
    await visitor.chooseAtAccount('lindemann:eID');
    await visitor.sees('start:welcome.heading', { area: 'Kiel' });
    expect(page.url()).toContain('id=');
    watched.expectSilent([noDraft]);
  });

  journey('is raised for a draft, which opens afterwards', 'de', async (visitor) => {
    const { page, watched } = visitor;
    const id = await demandingDraft('thomsen:Elster');
    await logInElsewhere(visitor, 'thomsen:Benutzername');
    await page.goto('/nutzerkonto');
    await page.getByRole('heading', { name: visitor.text('account:higher.title', { count: 1 }) }).waitFor();
    await gallery.look(visitor, 'account-with-closed-drafts');
    await page.goto(`/formular?id=${id}`);
    await visitor.sees('application:failure.levelTooLow.title');
    await page.getByText('Hinrich Thomsen').first().waitFor();
    await gallery.look(visitor, 'draft-below-level');

    await visitor.button('level:button', level(visitor)).click();
    await visitor.chooseAtAccount('cancel');
    await page.getByRole('heading', { name: visitor.text('errors:login.cancelled.title') }).waitFor();
    await visitor.button('level:button', level(visitor)).click();
    await visitor.chooseAtAccount('thomsen:Elster');
    await visitor.sees('start:welcome.heading', { area: 'Kiel' });
    expect(page.url()).toContain(id);

    await logInElsewhere(visitor, 'thomsen:Benutzername');
    await page.reload();
    await visitor.sees('application:failure.levelTooLow.title');
    await logInElsewhere(visitor, 'thomsen:Elster', 'substantial');
    await visitor.sees('start:welcome.heading', { area: 'Kiel' });
    watched.complaints.length = 0;
  });

  journey(
    'that came about in another window is raised without losing what is typed',
    'de',
    async (visitor) => {
      const { page, watched } = visitor;
      const id = await demandingDraft('lindemann:eID');
      await logInElsewhere(visitor, 'lindemann:eID');
      await page.goto(`/formular?id=${id}`);
      await visitor.sees('start:welcome.heading', { area: 'Kiel' });
      await visitor.goOnFromWelcome();
      const field = page.locator('main input[type=text]:visible').first();
      await field.waitFor();
      await logInElsewhere(visitor, 'lindemann:Benutzername');
      await field.fill('Danach');
      await page.getByRole('alert').getByText(visitor.text('level:title')).waitFor();
      await page.getByRole('alert').scrollIntoViewIfNeeded();
      await gallery.lookOnce(visitor, 'form-below-level');
      const [window] = await Promise.all([
        watched.context.waitForEvent('page'),
        visitor.button('level:button', level(visitor)).click(),
      ]);
      await window.waitForURL(/\/login\//);
      await window.locator('button[name="choice"][value="lindemann:eID"]').click();
      await window.waitForURL(/done=login/);
      await page.locator('.sp-save-state--saved').waitFor();
      expect(await field.inputValue()).toBe('Danach');
      expect(await page.getByText(visitor.text('level:title')).count()).toBe(0);
      watched.complaints.length = 0;
    },
  );
});

describe('an application that this account does not have', () => {
  journey(
    'reads the same whether somebody else has it or nobody, and opens for its account',
    'de',
    async (visitor) => {
      const { page, watched } = visitor;
      const id = await demandingDraft('lindemann:eID');
      await logInElsewhere(visitor, 'nguyen:Benutzername');
      const said: string[] = [];
      for (const asked of [randomUUID(), id]) {
        await page.goto(`/formular?id=${asked}`);
        await visitor.sees('application:failure.notFound.title');
        said.push((await page.locator('main').textContent()) ?? '');
      }
      expect(said[1]).toBe(said[0]);
      expect(said[0]).toContain('Mai Nguyễn');
      await gallery.look(visitor, 'application-of-another-account');
      await visitor.button('application:failure.otherPerson').click();
      await visitor.chooseAtAccount('lindemann:eID');
      await visitor.sees('start:welcome.heading', { area: 'Kiel' });
      expect(page.url()).toContain(id);
      watched.expectSilent([noDraft, / 404 /]);
      watched.complaints.length = 0;
    },
  );
});

describe('a search that fails', () => {
  journey('keeps what was asked, and finds it when it is asked again', 'de', async (visitor) => {
    const { page, watched } = visitor;
    await page.goto('/suche?q=Pass&area=010020000000');
    await page
      .getByRole('heading', { name: /Ergebnis/ })
      .first()
      .waitFor();
    const isSearch = isCall('search');
    const lose = (route: Route) =>
      isSearch(route.request()) || route.request().url().includes('_payload.json')
        ? route.abort('connectionfailed')
        : route.fallback();
    await page.route('**/*', lose);
    await page.getByRole('combobox', { name: visitor.text('search:what.label') }).fill('Hund anmelden');
    await page.locator('.sp-search-box button[type=submit]').click();
    await page.getByText(visitor.text('errors:catalogue.search')).waitFor();
    const values = () =>
      page
        .locator('.sp-search-box input:visible')
        .evaluateAll((all) => all.map((it) => (it as HTMLInputElement).value));
    expect(await values()).toEqual(['Hund anmelden', 'Kiel']);
    await gallery.lookOnce(visitor, 'search-failed');
    await visitor.link('search:failed.again').click();
    await page.getByText(visitor.text('errors:catalogue.search')).waitFor();
    await page.unroute('**/*', lose);
    await visitor.link('search:failed.again').click();
    await page.getByRole('heading', { name: /für „Hund anmelden“ in Kiel/ }).waitFor();
    expect(await values()).toEqual(['Hund anmelden', 'Kiel']);
    watched.complaints.length = 0;
  });
});

describe('addresses that lead nowhere', () => {
  journey('lead on all the same', 'de', async (visitor) => {
    const { page, watched } = visitor;
    const heading = (text: RegExp | string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
    await page.goto(`/formular?leiKaId=${meldebescheinigung}&area=010579999999`);
    await visitor.sees('application:failure.notOffered.title');
    await gallery.look(visitor, 'not-offered');
    await visitor.link('application:failure.service').click();
    await page.waitForURL(/\/leistung\/\d{14}/);

    await page.goto('/formular?leiKaId=abc&area=010020000000');
    await visitor.sees('application:failure.notOffered.title');
    await visitor.link('application:failure.search').click();
    await page.waitForURL(/\/suche/);

    await page.goto('/formular?id=abc');
    await visitor.button('application:failure.login').waitFor();
    await visitor.link('application:failure.search').click();
    await page.waitForURL(/\/suche/);

    await page.goto('/formular');
    await page
      .locator('main')
      .getByRole('link', { name: visitor.text('start:placeNeeded.home') })
      .click();
    await heading(visitor.text('home:heading'));

    await page.goto('/redirect?result=PAYED&id=abc');
    await visitor.sees('redirect:invalid.heading');
    await visitor.link('redirect:area').click();
    await page.waitForURL(/nutzerkonto/);

    await page.goto('/redirect?provider=nobody');
    await visitor.sees('redirect:login.failed');
    await page
      .locator('main')
      .getByRole('link', { name: visitor.text('redirect:home') })
      .click();
    await heading(visitor.text('home:heading'));

    await page.goto('/leistung/abc');
    await heading(visitor.text('errors:title.service-not-found'));
    await page
      .locator('main')
      .getByRole('link', { name: visitor.text('errors:home') })
      .click();
    await heading(visitor.text('home:heading'));
    watched.complaints.length = 0;
  });
});

describe('pages that need a script, where none runs', () => {
  const pages = {
    process: {
      de: `/formular?leiKaId=${meldebescheinigung}&area=${kiel}`,
      en: `/en/form?leiKaId=${meldebescheinigung}&area=${kiel}`,
    },
    account: { de: '/nutzerkonto', en: '/en/account' },
    redirect: { de: '/redirect?result=PAYED&id=abc', en: '/redirect?lang=en&result=PAYED&id=abc' },
  } as const;

  async function withoutScript(act: (context: BrowserContext, page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false });
    try {
      await act(context, await context.newPage());
    } finally {
      await context.close();
    }
  }
  const fits = async (page: Page, name: string) => {
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      expect(scrollWidth, `${name} at ${width}`).toBeLessThanOrEqual(clientWidth);
      await picture(page, `${name}-${width}`);
    }
  };

  for (const locale of ['de', 'en'] as const satisfies readonly Locale[]) {
    it.each(Object.entries(pages))(
      `say what to do, in the portal’s frame (${locale}): %s`,
      async (screen, addresses) => {
        const text = words(locale);
        await withoutScript(async (_, page) => {
          const answer = await page.goto(addresses[locale]);
          expect(answer?.status()).toBe(200);
          await page
            .getByRole('heading', { level: 1, name: text(`withoutScript:${screen}.title`) })
            .waitFor();
          expect(await page.locator('.sp-skeleton:visible').count()).toBe(0);
          expect(await page.locator('header:visible').count()).toBe(1);
          expect(await page.locator('footer:visible').count()).toBe(1);
          await page.getByRole('link', { name: '115' }).waitFor();
          await page.getByRole('link', { name: text('withoutScript:how.reload') }).click();
          await page
            .getByRole('heading', { level: 1, name: text(`withoutScript:${screen}.title`) })
            .waitFor();
          await page.setViewportSize({ width: 1280, height: 900 });
          await fits(page, `without-script-${screen}-${locale}`);
        });
      },
    );
  }

  it('lead on to the service, to the authority, to the search and to the other language', async () => {
    const text = words('de');
    await withoutScript(async (_, page) => {
      await page.goto(pages.process.de);
      await page.locator('main address', { hasText: 'Landeshauptstadt Kiel' }).waitFor();
      await page.getByRole('link', { name: text('withoutScript:without.link') }).click();
      await page.waitForURL(new RegExp(`/leistung/${meldebescheinigung}\\?area=${kiel}`));
      await page.goto(pages.process.de);
      await page.locator('a[hreflang="en"]:visible').first().click();
      await page
        .getByRole('heading', { level: 1, name: words('en')('withoutScript:process.title') })
        .waitFor();
      expect(page.url()).toContain(pages.process.en);
      await page.goto(pages.account.de);
      await page.getByRole('link', { name: text('withoutScript:without.find') }).click();
      await page.getByRole('heading', { level: 1, name: text('search:title') }).waitFor();
    });
  });

  it('show no form that nobody could fill in, and lead from it to its service', async () => {
    const id = await demandingDraft('lindemann:eID');
    const client = portal.client();
    await client.logIn('lindemann:eID');
    await client.call('saveProgress', { params: { id }, body: { version: 1, data: {}, page: null } });
    await withoutScript(async (context, page) => {
      const [session] = [...client.cookies].filter(([name]) => name === 'sp_session');
      await context.addCookies([{ name: session![0], value: session![1], url: portal.url }]);
      await page.goto(`/formular?id=${id}`);
      await page
        .getByRole('heading', { level: 1, name: words('de')('withoutScript:process.title') })
        .waitFor();
      expect(await page.locator('#app').count()).toBe(1);
      expect(await page.locator('#app').isVisible()).toBe(false);
      expect(await page.locator('#app form').count()).toBe(1);
      await page.getByRole('link', { name: words('de')('withoutScript:without.link') }).click();
      await page.waitForURL(/\/leistung\//);
    });
    await eventually(async () => (await client.call('getProcess', { params: { id }, query: {} })).id, id);
  });
});
