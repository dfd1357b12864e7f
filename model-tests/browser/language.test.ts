import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Locale, locales } from '#domain/locale.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { foreignTexts } from './foreign-texts.ts';
import { picture } from './pictures.ts';
import { takenUp } from './public-visitor.ts';
import { chooseAtProvider, Visitor } from './visitor.ts';
import { words } from './words.ts';

let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([
    openChromium(),
    startPortal({ environment: { LOG_LEVEL: 'fatal' } }),
  ]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const otherThan = (locale: Locale): Locale => (locale === 'de' ? 'en' : 'de');

/** Fetches everything, and checks that no text on the page is in the other language. */
const speaks = (page: Page, locale: Locale, where: string) =>
  eventually(async () => `${where}: ${(await foreignTexts(page, locale)).join(' | ')}`, `${where}: `);

/** Switches to the other language, checks the page, and stays there: the next step begins in it. */
async function switchAt(visitor: Visitor, where: string): Promise<void> {
  await speaks(visitor.page, visitor.locale, `${where}, as opened`);
  await visitor.read(otherThan(visitor.locale));
  await visitor.watched.quiet();
  await speaks(visitor.page, visitor.locale, `${where}, switched to ${visitor.locale}`);
  await picture(visitor.page, `language-${where}-${visitor.locale}`);
  await visitor.read(otherThan(visitor.locale));
  await speaks(visitor.page, visitor.locale, `${where}, switched back`);
  await visitor.read(otherThan(visitor.locale));
}

it('every step of an application speaks one language, however often it is switched', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await visitor.openStart('meldebescheinigung');
  await switchAt(visitor, 'start');
  await visitor.button('start:ways.account.login').click();
  await visitor.chooseAtAccount('lindemann:eID');
  await visitor.seesForm();
  const pages = () => visitor.filler('meldebescheinigung').pages;
  for (const index of pages().keys()) {
    const panel = pages()[index]!;
    await visitor.seesHeading(panel.title);
    await visitor.filler('meldebescheinigung').fill(panel, visitor.locale);
    await switchAt(visitor, `form-${panel.key}`);
    await visitor.next();
  }
  await page.locator('#correctness').waitFor();
  await switchAt(visitor, 'summary');
  await page.locator('#correctness').waitFor();
  await portal.client().logIn('lindemann:eID', { movedTo: 'Heide' });
  await visitor.confirm();
  await visitor.sees('conflict:heading');
  await switchAt(visitor, 'conflict');
  await visitor.decideConflict('apply');
  await page.locator('#correctness').waitFor();
  await visitor.confirm();
  await visitor.sees('summary:notice.title');
  const byPost = page.getByRole('radio').last();
  await byPost.check();
  await switchAt(visitor, 'notice');
  expect(await byPost.isChecked(), 'what was marked stays marked').toBe(true);
  await visitor.button('summary:notice.payment').click();
  await visitor.sees('payment:title');
  await switchAt(visitor, 'payment');
  const provider = await visitor.openProvider();
  await visitor.sees('payment:waiting.title');
  await switchAt(visitor, 'waiting');
  // The provider opens in a new window, or in the present one after a page that says to wait.
  const reopened = Promise.race([
    visitor.watched.context.waitForEvent('page'),
    provider.waitForEvent('framenavigated').then((frame) => frame.page()),
  ]);
  await visitor.button('payment:waiting.restart.button').click();
  const paying = await reopened;
  await paying.waitForURL(/\/pay\//);
  await chooseAtProvider(paying, 'card');
  await paying.getByRole('heading', { name: words(visitor.locale)('redirect:paid.heading') }).waitFor();
  await speaks(paying, visitor.locale, 'return from the payment');
  await paying.close();
  await visitor.sees('result:heading');
  await switchAt(visitor, 'result');
  await page.goto(visitor.locale === 'de' ? '/nutzerkonto' : '/en/account');
  await visitor.sees('account:title');
  await visitor.watched.quiet();
  await switchAt(visitor, 'personal-area');
  // There was no draft yet at the time of the request.
  visitor.watched.expectSilent([/404 .*\/api\/process\?metadataId=/]);
  await visitor.leave();
}, 1_200_000);

it('who switches the language and back before the other one has arrived stays in the first', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await visitor.startAnonymously('hundesteuer');
  const release = Promise.withResolvers<void>();
  await page.route(/\.json/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.locator('a[hreflang="en"]:visible').first().click();
  await page.waitForURL(/\/en\/form/);
  await page.locator('a[hreflang="de"]:visible').first().click();
  await page.waitForURL(/\/formular/);
  release.resolve();
  await visitor.seesForm();
  await visitor.watched.quiet();
  await speaks(page, 'de', 'the next step');
  expect(new URL(page.url()).pathname).toBe('/formular');
  await visitor.leave();
});

it.each([
  ['not-found', '?id=3f1c2c52-6f6e-4b5e-8f4a-0c1d2e3f4a5b'],
  ['not-offered', '?leiKaId=99102013104000&area=010010000000'],
  ['place-needed', '?leiKaId=99102013104000'],
] as const)(
  'a page that leads no further speaks one language: %s',
  async (name, query) => {
    const visitor = await Visitor.arrive(browser, portal.url);
    await visitor.page.goto(`/formular${query}`);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    await switchAt(visitor, name);
    await visitor.leave();
  },
  120_000,
);

it('who has chosen English finds the portal in English the next time, and German again when it is chosen', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await page.goto('/');
  await visitor.read('en');
  await page.waitForURL(/\/en$/);
  await page.goto('/');
  await page.waitForURL(/\/en$/);
  await visitor.sees('home:heading');
  await visitor.read('de');
  await page.waitForURL((url) => url.pathname === '/' && url.search === '');
  await page.goto('/');
  await visitor.sees('home:heading');
  expect(new URL(page.url()).pathname).toBe('/');
  await visitor.leave();
});

it('a deep link in German stays German, and the start is German from there', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await page.goto('/en');
  await page.goto('/suche?q=hund');
  await page.locator('html[lang="de"]').waitFor({ state: 'attached' });
  await page.locator('a.sp-mark').click();
  await visitor.sees('home:heading');
  await visitor.leave();
});

it('without script the switch leads to the start in the chosen language and is remembered', async () => {
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const heading = (locale: Locale) =>
    page.getByRole('heading', { level: 1, name: words(locale)('home:heading') }).waitFor();
  await page.goto('/');
  await page.locator('a[hreflang="en"]:visible').first().click();
  await heading('en');
  await page.goto('/');
  await heading('en');
  await page.locator('a[hreflang="de"]:visible').first().click();
  await heading('de');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
  await page.goto('/');
  await heading('de');
  await context.close();
});

it.each(locales)(
  'a login that was cancelled is said on the page it began on, in %s',
  async (locale) => {
    const visitor = await Visitor.arrive(browser, portal.url, locale);
    const { page } = visitor;
    await page.goto(locale === 'de' ? '/suche?q=hund' : '/en/search?q=dog');
    await takenUp(page);
    await visitor.chooseLogin(visitor.text('common:provider.nkb'));
    await visitor.chooseAtAccount('cancel');
    await page
      .locator('.sp-outcome .kern-alert:focus')
      .filter({ hasText: visitor.text('login:outcome.cancelled') })
      .waitFor();
    await visitor.watched.expectAccessible('a cancelled login');
    await picture(page, `login-cancelled-${locale}`);
    await switchAt(visitor, `login-cancelled-${locale}`);
    await page.getByText(visitor.text('login:outcome.cancelled')).waitFor();
    await page.locator('a.sp-mark').click();
    await visitor.sees('home:heading');
    expect(await page.getByText(visitor.text('login:outcome.cancelled')).count()).toBe(0);
    await visitor.leave();
  },
  120_000,
);

it('a login that got lost is said on a page of its own, in the language that was read', async () => {
  const visitor = await Visitor.arrive(browser, portal.url, 'en');
  const { page } = visitor;
  await page.goto('/en');
  await page.goto('/api/auth/return?ticket=unknown');
  await visitor.sees('redirect:lost.title');
  await visitor.watched.expectAccessible('a lost login');
  await visitor.link('redirect:lost.login').click();
  await visitor.sees('account:title');
  await visitor.leave();
});
