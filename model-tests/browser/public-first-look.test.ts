import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { demonstrationContent } from '../http/public-addresses.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { publicScreens } from './public-screens.ts';
import { takenUp, withoutScript } from './public-visitor.ts';
import { WatchedPage } from './watched-page.ts';

/** A public page before and after all its styles and its font are applied. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const htmlOf = async (href: string) => (await fetch(portal.url + href)).text();
const allRules = (html: string) =>
  /<noscript data-styles="rules">(.*?)<\/noscript>/s.exec(html)?.[1] ??
  expect.fail('a page without its rules');
const withoutLater = (html: string) => html.replace(/<(script|noscript)[^>]*>.*?<\/\1>/gs, '');

/** Position of every element, and the complete style of the first of each kind, with what is painted around it. */
const lookOf = (page: Page) =>
  page.evaluate(() => {
    const kinds = new Set<string>();
    return [...document.querySelectorAll('html, body, body *')].map((element) => {
      const kind = `${element.parentElement?.className} > ${element.tagName} ${element.className}`;
      const { x, y, width, height } = element.getBoundingClientRect();
      const parts = kinds.has(kind) ? [] : [undefined, '::before', '::after'];
      kinds.add(kind);
      const look = parts.map((part) => {
        const style = getComputedStyle(element, part);
        const isThere = part === undefined || style.content !== 'none';
        return isThere ? [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`) : part;
      });
      return [kind, x, y, width, height, ...look.flat()].join('; ');
    });
  });

it('looks the same with the first rules as with all of them', async () => {
  const page = await browser.newPage();
  const screens = publicScreens(demonstrationContent(), 'de').filter(({ alike }) => !alike);
  for (const [turn, { name, href }] of screens.entries()) {
    const html = await htmlOf(href);
    await page.setViewportSize({ width: turn % 2 ? 360 : 1280, height: 900 });
    await page.setContent(withoutLater(html));
    const first = await lookOf(page);
    await page.setContent(withoutLater(html).replace(/<style>.*?<\/style>/s, allRules(html)));
    expect(first.length).toBeGreaterThan(30);
    expect(await lookOf(page), name).toEqual(first);
  }
  await page.close();
});

/** Ranges of the letters whose font has loaded. */
const lettersThere = () =>
  [...document.fonts]
    .filter(({ family, status }) => family.includes('Variable') && status === 'loaded')
    .map(({ unicodeRange }) => unicodeRange.slice(0, 6));

it('takes over all rules and its font after the first paint, more letters when it has them', async () => {
  const watched = await WatchedPage.open(browser, portal.url, { locale: 'de', width: 360 });
  const { page } = watched;
  try {
    await page.goto(hrefOf.home('de'));
    await eventually(() => page.evaluate(lettersThere), ['U+20-7']);
    expect(await page.locator('noscript[data-styles="rules"]').count()).toBe(0);
    const rules = await page.evaluate(() => document.querySelector('style')?.outerHTML);
    expect(rules).toBe(allRules(await htmlOf('/')));
    await takenUp(page);
    await page.evaluate(() => document.querySelector('h1')?.append('Łęczyca'));
    await eventually(async () => (await page.evaluate(lettersThere)).length, 2);
    watched.expectSilent([]);
  } finally {
    await watched.close();
  }
});

const KIB = 1024;
const LEIKA_ID = '99102013104000';

it.each([hrefOf.home('de'), hrefOf.search('de', { q: 'hund' }), hrefOf.service('de', LEIKA_ID)])(
  '%s is there after eight requests, with one font and 140 KiB of script',
  async (href) => {
    const watched = await WatchedPage.open(browser, portal.url, { locale: 'de', width: 360 });
    const { page } = watched;
    const fetched: Promise<{ kind: string; bytes: number }>[] = [];
    page.on('requestfinished', (request) =>
      fetched.push(
        request.sizes().then((it) => ({ kind: request.resourceType(), bytes: it.responseBodySize })),
      ),
    );
    try {
      await page.goto(href);
      await takenUp(page);
      await page.waitForLoadState('networkidle');
      const all = await Promise.all(fetched);
      const bytesOf = (kind: string) =>
        all.filter((it) => it.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
      expect(all.length).toBeGreaterThan(5);
      // The browser itself fetches the icon of the window, the eighth.
      expect(all.length).toBeLessThanOrEqual(7);
      expect(bytesOf('script')).toBeGreaterThan(100 * KIB);
      expect(bytesOf('script')).toBeLessThanOrEqual(140 * KIB);
      expect(bytesOf('font')).toBeGreaterThan(10 * KIB);
      expect(bytesOf('font')).toBeLessThanOrEqual(25 * KIB);
    } finally {
      await watched.close();
    }
  },
);

it('can be read and searched when the line is lost before its scripts and its font are there', async () => {
  const watched = await WatchedPage.open(browser, portal.url, { locale: 'de', width: 360 });
  const { page } = watched;
  try {
    await page.route('**/assets/*', (route) => route.abort());
    await page.goto(hrefOf.home('de'));
    await eventually(() => page.locator('noscript[data-styles="rules"]').count(), 0);
    await page.fill('input[name="q"]', 'Hund anmelden');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/suche\?/);
    await page.getByRole('link', { name: 'Hund zur Hundesteuer anmelden' }).waitFor();
    expect(await page.evaluate(lettersThere)).toEqual([]);
    watched.expectSilent([/Failed to load resource|Failed to fetch dynamically imported module/]);
  } finally {
    await watched.close();
  }
});

it('has all of it without script, too, in the colours of the theme', async () => {
  const page = await withoutScript(browser, portal.url);
  const font = page.waitForResponse((response) => response.url().endsWith('.woff2'));
  await page.goto(hrefOf.home('de'));
  expect((await font).status()).toBe(200);
  const [applied, action] = await page.evaluate(
    () =>
      [
        [...document.styleSheets].map(({ cssRules }) => cssRules.length > 0),
        getComputedStyle(document.documentElement).getPropertyValue('--sp-action'),
      ] as const,
  );
  // First rules, fonts of the system, theme, all rules, web fonts.
  expect(applied).toEqual([true, true, true, true, true]);
  expect(action).toBe('#2044aa');
  await page.context().close();
});

it('keeps the markup of every page when its script takes it over, so that no click goes to what is replaced', async () => {
  const watched = await WatchedPage.open(browser, portal.url, { locale: 'de', width: 1280 });
  const { page } = watched;
  try {
    for (const { name, href } of publicScreens(demonstrationContent(), 'de')) {
      await page.goto(href);
      const main = await page.evaluateHandle(() => document.querySelector('main h1') ?? document.body);
      await takenUp(page);
      expect(await main.evaluate((element) => element.isConnected && element.tagName), name).toBe('H1');
    }
  } finally {
    await watched.close();
  }
});
