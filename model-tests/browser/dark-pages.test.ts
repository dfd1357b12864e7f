import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { leiKaIdOf } from './service-forms.ts';
import { Visitor } from './visitor.ts';

/** Pages where the system is dark: who sees dark ones, and who does not. That they can be read is part of every tour. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

type Media = Parameters<Page['emulateMedia']>[0];

/** Whether the page is dark, and what has the system's colours because no style names one. */
const seenDark = (page: Page) =>
  page.evaluate(() => {
    const own = document.createElement('p');
    own.style.backgroundColor = 'Canvas';
    document.body.append(own);
    const grounds = [document.body, own].map((element) => {
      const parts = getComputedStyle(element).backgroundColor.match(/\d+/g) ?? [];
      return parts.slice(0, 3).every((part) => Number(part) < 40);
    });
    own.remove();
    return grounds;
  });

const addresses = [
  ['a public page', '/'],
  ['an application', `/formular?leiKaId=${leiKaIdOf('hundesteuer')}`],
  ['a page that is not there', '/gibt-es-nicht'],
  ['the page for feedback', '/rueckmeldung'],
  ["the operators' page", '/betrieb'],
] as const;

it.each(addresses)(
  '%s is dark where the system is, with or without script; on paper it is light',
  async (_, address) => {
    for (const hasScript of [true, false]) {
      const context = await browser.newContext({ baseURL: portal.url });
      const page = await context.newPage();
      if (!hasScript) await page.route(/\/assets\//, (route) => route.abort());
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(address);
      const seenAs = async (media: Media) => {
        await page.emulateMedia(media);
        return seenDark(page);
      };
      expect(await seenAs({ colorScheme: 'dark' })).toEqual([true, true]);
      expect(await seenAs({ colorScheme: 'light' })).toEqual([false, false]);
      expect(await seenAs({ colorScheme: 'dark', media: 'print' })).toEqual([false, false]);
      await context.close();
    }
  },
);

it('gives the frame of the window the colour of the band at the top', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await page.goto('/');
  const [dark, light] = await page
    .locator('meta[name="theme-color"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('content')));
  const band = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--sp-brand'));
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await band()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await band()).toBe(light);
  await visitor.leave();
});
