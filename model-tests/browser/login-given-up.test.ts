import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { takenUp } from './public-visitor.ts';
import { Visitor } from './visitor.ts';

/** A person who gives up a login is where they were, and "back" leads to the page before at once. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

/** A person on a page of help, who came from the start page. */
async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, portal.url);
  await visitor.page.goto('/');
  await takenUp(visitor.page);
  await visitor.page.locator('.sp-header__navigation a', { hasText: 'Hilfe' }).click();
  await visitor.seesHeading('Hilfe');
  return visitor;
}
const back = ({ page }: Visitor) => page.evaluate(() => history.back());
async function isOnHelp({ page }: Visitor): Promise<void> {
  await page.locator('.sp-leaving').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/hilfe');
}
const leavesByBack = async (visitor: Visitor) => {
  await back(visitor);
  await visitor.page.waitForURL((url) => url.pathname === '/');
  await visitor.page.locator('.sp-leaving').waitFor({ state: 'detached' });
};
const loginOf = (visitor: Visitor) => visitor.text('common:provider.nkb');

it('by the browser\'s "back" on the way', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  // The provider has no page, so that the window can be observed on its way.
  await page.route(`${portal.partners.identity.origin}/**`, (route) => route.fulfill({ status: 204 }));
  await visitor.chooseLogin(loginOf(visitor));
  await page.locator('.sp-leaving .sp-loader').waitFor();
  // The window stays until it knows the way, and "back" then leads to the page before.
  await page.waitForFunction(() => sessionStorage.getItem('serviceportal.login') !== null);
  await back(visitor);
  await isOnHelp(visitor);
  await leavesByBack(visitor);
  await visitor.leave();
}, 1_200_000);

it('by staying, which stops the browser on its way', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  // A request without an answer blocks the window for the test: the page presses the button as soon as it is there.
  await page.route(`${portal.partners.identity.origin}/**`, () => undefined);
  await page.evaluate(() => {
    const press = () => {
      const stay = document.querySelector<HTMLElement>('.sp-leaving button');
      if (stay && sessionStorage.getItem('serviceportal.login')) setTimeout(() => stay.click(), 1_000);
      else setTimeout(press, 100);
    };
    press();
  });
  const stopped = page.waitForEvent('requestfailed', {
    predicate: (request) => request.isNavigationRequest(),
  });
  await visitor.chooseLogin(loginOf(visitor));
  await stopped;
  await isOnHelp(visitor);
  await leavesByBack(visitor);
  await visitor.leave();
}, 1_200_000);

it('by "back" at the provider', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await visitor.chooseLogin(loginOf(visitor));
  await page.waitForURL(/\/login\//);
  await page.goBack();
  await takenUp(page);
  await isOnHelp(visitor);
  await leavesByBack(visitor);
  await visitor.leave();
}, 1_200_000);
