import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Locale, locales } from '#domain/locale.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { KIEL } from '../http/applications.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { demonstrationContent } from '../http/public-addresses.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { Keyboard } from './keyboard.ts';
import { keepPicture, picture } from './pictures.ts';
import { publicScreens, serviceBySlug, sharedPostcode } from './public-screens.ts';
import { look, takenUp, withoutScript } from './public-visitor.ts';
import { Visitor } from './visitor.ts';
import { WatchedPage } from './watched-page.ts';
import { words } from './words.ts';

const content = demonstrationContent();
const dogTax = serviceBySlug(content, 'hundesteuer');
const widths = [360, 768, 1280] as const;

let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

/** The browser reports every page that answers 404. */
const NOT_THERE = /status of 4(?:04|10)/;

/** A visit to public pages, in a window that must stay free of errors. */
const visit = (name: string, locale: Locale, travel: (visitor: Visitor) => Promise<void>) =>
  it(`${name} (${locale})`, async () => {
    const visitor = await Visitor.arrive(browser, portal.url, locale);
    try {
      await travel(visitor);
      visitor.watched.expectSilent([NOT_THERE]);
    } catch (error) {
      await keepPicture(visitor.page, `failed-${name.replace(/\W+/g, '-')}-${locale}`);
      throw error;
    } finally {
      await visitor.leave();
    }
  }, 1_200_000);

const query = (page: Page) => page.locator('input[name="q"]');
/** A service page asks for the place in two spots; the one with the way to apply is the first. */
const place = (page: Page) =>
  page.getByLabel(/^(Ihr Ort|Your place|Für welchen Ort|For which place)/).first();
const stored = (page: Page) => page.evaluate(() => Object.entries(localStorage) as [string, string][]);

describe.concurrent('public pages', () => {
  for (const locale of locales) {
    it(`have no barrier and fit at every width (${locale})`, async () => {
      const watched = await WatchedPage.open(browser, portal.url, { locale, width: 1280 });
      try {
        for (const [turn, { name, href, status, alike }] of publicScreens(content, locale).entries()) {
          const response = await watched.page.goto(href);
          expect(response?.status(), href).toBe(status);
          await takenUp(watched.page);
          for (const width of alike ? [widths[turn % widths.length]!] : widths) {
            await look(watched, `public-${name}-${locale}`, width);
          }
          // A place of this address is not a place of the next.
          await watched.context.clearCookies({ name: 'place' });
          await watched.page.evaluate(() => localStorage.clear());
        }
        watched.expectSilent([NOT_THERE]);
      } finally {
        await watched.close();
      }
    }, 1_200_000);

    visit('search with the keyboard alone, suggestion, place, start', locale, async (visitor) => {
      const { page } = visitor;
      const keyboard = new Keyboard(page);
      await page.goto(hrefOf.home(locale));
      await takenUp(page);
      await page.keyboard.press('Tab');
      await keyboard.expectFocusOn(page.locator('.sp-skip'));
      await page.keyboard.press('Enter');
      await keyboard.type(query(page), locale === 'de' ? 'hundest' : 'dog ta');
      const suggestion = page.getByRole('option', { name: dogTax.title[locale] });
      await suggestion.waitFor();
      expect(await query(page).getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Escape');
      await suggestion.waitFor({ state: 'hidden' });
      await page.keyboard.press('ArrowDown');
      await suggestion.waitFor();
      const chosen = () =>
        query(page).evaluate((field) => {
          const id = field.getAttribute('aria-activedescendant');
          return id === null ? '' : (document.getElementById(id)?.textContent ?? '');
        });
      for (let step = 0; step < 8 && !(await chosen()).includes(dogTax.title[locale]); step += 1) {
        await page.keyboard.press('ArrowDown');
      }
      expect(await chosen()).toContain(dogTax.title[locale]);
      await page.keyboard.press('Enter');
      await visitor.seesHeading(dogTax.title[locale]);
      await page.locator('h1:focus').waitFor();
      await keyboard.type(place(page), '2410');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('Kiel');
      await page.getByRole('option', { name: 'Kiel', exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await visitor.link('service:start').waitFor();
      await keyboard.tabTo(visitor.link('service:start'));
      expect(await visitor.link('service:start').getAttribute('href')).toBe(
        hrefOf.start(locale, dogTax.leiKaId, KIEL),
      );
    });

    visit('search page, sent with Enter, goes on without a load', locale, async (visitor) => {
      const { page } = visitor;
      await page.goto(hrefOf.search(locale));
      await takenUp(page);
      const loads: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads.push(request.url());
      });
      await query(page).fill(locale === 'de' ? 'Hund anmelden' : 'register a dog');
      await query(page).press('Enter');
      await page.getByRole('link', { name: dogTax.title[locale] }).waitFor();
      await page.locator('#results:focus').waitFor();
      await place(page).fill(sharedPostcode(content));
      await visitor.button('search:submit').click();
      await page.getByText(visitor.text('search:place.choose')).waitFor();
      const choices = page.locator('.sp-choice-list a');
      expect(await choices.count()).toBeGreaterThan(1);
      const name = (await choices.first().textContent()) ?? '';
      await choices.first().click();
      await page.getByText(visitor.text('search:place.choose')).waitFor({ state: 'detached' });
      expect(name).toContain(
        await place(page)
          .inputValue()
          .then((text) => text.replace(/^\d+ /, '')),
      );
      await page.goBack();
      await page.getByText(visitor.text('search:place.choose')).waitFor();
      await page.goForward();
      await page.getByRole('link', { name: dogTax.title[locale] }).click();
      await visitor.seesHeading(dogTax.title[locale]);
      expect(loads).toEqual([]);
    });
  }

  visit('the language switch stays on the page', 'de', async (visitor) => {
    const { page } = visitor;
    await page.goto('/barriere-melden');
    await takenUp(page);
    await visitor.read('en');
    await page.waitForURL('/en/report-a-barrier');
    await visitor.read('de');
    await page.waitForURL('/barriere-melden');
    await page.goto(hrefOf.service('de', dogTax.leiKaId, { area: KIEL }));
    await takenUp(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await visitor.read('en');
    await visitor.seesHeading(dogTax.title.en);
    await visitor.link('service:start').waitFor();
    await visitor.read('de');
    await visitor.seesHeading(dogTax.title.de);
    await visitor.link('service:start').waitFor();
  });

  visit('a page that takes its time shows a bar until it is there', 'de', async (visitor) => {
    const { page, watched } = visitor;
    const released = Promise.withResolvers<void>();
    await page.route('**/_payload.json*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto('/barriere-melden');
    await takenUp(page);
    await visitor.link('common:pages.imprint').first().click();
    const bar = page.getByRole('progressbar', { name: visitor.text('kit:loading') });
    await bar.waitFor();
    expect((await bar.boundingBox())?.height).toBe(5);
    await watched.expectAccessible('page that is loading');
    released.resolve();
    await page.waitForURL('/impressum');
    await bar.waitFor({ state: 'detached' });
  });

  visit('the place is kept under one key and shown everywhere', 'de', async (visitor) => {
    const { page } = visitor;
    await page.goto(hrefOf.service('de', dogTax.leiKaId, { area: KIEL }));
    await takenUp(page);
    await eventually(
      () => stored(page),
      [['serviceportal.place', JSON.stringify({ value: 'Kiel', key: KIEL })]],
    );
    await page.goto(hrefOf.service('de', dogTax.leiKaId));
    await visitor.link('service:start').waitFor();
    await page.goto(hrefOf.home('de'));
    await eventually(() => place(page).inputValue(), 'Kiel');
    await page.goto(hrefOf.service('de', dogTax.leiKaId));
    await takenUp(page);
    await visitor.link('common:place.change').click();
    await place(page).waitFor();
    await eventually(() => stored(page), []);
    await page.reload();
    await takenUp(page);
    expect(await visitor.link('service:start').count()).toBe(0);
    expect(await place(page).inputValue()).toBe('');
  });

  it.each(['{', '"Kiel"', '{"value":"Kiel"}', '{"value":"Kiel","key":"x"}', '{"value":1,"key":"01"}'])(
    'a kept place without the expected shape is removed: %s',
    async (text) => {
      const watched = await WatchedPage.open(browser, portal.url, { locale: 'de', width: 1280 });
      try {
        const { page } = watched;
        await page.goto('/impressum');
        await page.evaluate((value) => localStorage.setItem('serviceportal.place', value), text);
        await page.goto(hrefOf.service('de', dogTax.leiKaId));
        await takenUp(page);
        await eventually(() => stored(page), []);
        expect(await place(page).inputValue()).toBe('');
        watched.expectSilent();
      } finally {
        await watched.close();
      }
    },
    60_000,
  );
});

describe.each(locales)('without script, in %s', (locale) => {
  const text = words(locale);
  let page: Page;

  beforeAll(async () => {
    page = await withoutScript(browser, portal.url);
  });
  afterAll(() => page?.context().close());

  const heading = () => page.locator('h1').textContent();

  it('from the home page over the search and the choice of a place to the start of an application', async () => {
    await page.goto(hrefOf.home(locale));
    await query(page).fill(locale === 'de' ? 'Hund anmelden' : 'register a dog');
    await place(page).fill(sharedPostcode(content));
    await page.locator('form button[type=submit]').click();
    await page.getByText(text('search:place.choose')).waitFor();
    await picture(page, `public-without-script-search-${locale}-360`);
    const choices = await page.locator('.sp-choice-list a').allTextContents();
    expect(choices.length).toBeGreaterThan(1);
    await page.locator('.sp-choice-list a').first().click();
    await place(page).fill('Kiel');
    await page.locator('form button[type=submit]').click();
    await page.getByRole('link', { name: dogTax.title[locale] }).click();
    expect(await heading()).toBe(dogTax.title[locale]);
    const start = page.getByRole('link', { name: text('service:start') });
    expect(await start.getAttribute('href')).toBe(hrefOf.start(locale, dogTax.leiKaId, KIEL));
    await picture(page, `public-without-script-service-${locale}-360`);
  });

  it('the place of a service is given on its own page, and stays chosen', async () => {
    await page.goto(hrefOf.service(locale, serviceBySlug(content, 'wohngeld').leiKaId));
    expect(await page.getByText('Kiel').count()).toBeGreaterThan(0);
    await page.context().clearCookies();
    await page.reload();
    await place(page).fill('Lübeck');
    await place(page).press('Enter');
    await page.getByRole('link', { name: text('service:start') }).waitFor();
    await page.goto(hrefOf.service(locale, dogTax.leiKaId));
    expect(await page.getByText('Lübeck').count()).toBeGreaterThan(0);
  });

  it('every public screen can be read', async () => {
    for (const { name, href, status, alike } of publicScreens(content, locale)) {
      if (alike) continue;
      const response = await page.goto(href);
      expect(response?.status(), href).toBe(status);
      expect((await heading())?.trim(), name).not.toBe('');
      expect((await page.locator('main').textContent())?.length, name).toBeGreaterThan(100);
    }
  });
});
