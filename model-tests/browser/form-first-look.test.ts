import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillIn } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { formOf } from './service-forms.ts';
import { WatchedPage } from './watched-page.ts';

/** The page of a form as the server renders it, before and during hydration. */
let browser: Browser;
let portal: Portal;
let person: PortalClient;
let id: string;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
  person = portal.client();
  await person.logIn('thomsen:Elster');
  ({ id } = await fillIn(person, 'wohngeld', { change: { employer: 'Bäckerei Stein' } }));
  const { data, version } = await dataOf();
  await person.call('saveProgress', { params: { id }, body: { version, data, page: 'income' } });
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const dataOf = () => person.openForm({ params: { id }, query: {} });
const htmlFor = async (client: PortalClient, step = ''): Promise<string> => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${portal.url}/formular?id=${id}${step}`, { headers: { cookie } });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return response.text();
};

/** A window of the person in which the script of applications loads late. */
async function openLate(lateMs: number): Promise<WatchedPage> {
  const watched = await WatchedPage.open(browser, portal.url, { locale: 'de', width: 360 });
  await watched.context.addCookies(
    [...person.cookies].map(([name, value]) => ({ name, value, url: portal.url })),
  );
  await watched.page.route('**/assets/application-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    await route.continue();
  });
  await watched.page.goto(`/formular?id=${id}`, { waitUntil: 'commit' });
  return watched;
}

it('can be read with its entries before any script, by its owner alone', async () => {
  const own = await htmlFor(person);
  expect(own).toContain('value="Bäckerei Stein"');
  expect(own).toContain('Ihr Einkommen');
  const stranger = portal.client();
  await stranger.logIn('petersen:Elster');
  expect(await htmlFor(stranger)).not.toContain('Bäckerei Stein');
  expect(await htmlFor(portal.client())).not.toContain('Bäckerei Stein');
});

it('is the page that the address names; other steps are made by the script', async () => {
  const [first] = formOf('wohngeld', 'de').components;
  expect(await htmlFor(person, `&step=page.${first!.key}`)).toContain(`</span>${first!.title}</h1>`);
  expect(await htmlFor(person, '&step=page.nowhere')).toContain('Ihr Einkommen');
  expect(await htmlFor(person, '&step=summary')).not.toContain('<form');
});

it('keeps what is typed, ticked and chosen before its script is there, and the focus', async () => {
  const watched = await openLate(2_500);
  const { page } = watched;
  const employer = page.locator('#field-employer');
  await employer.fill('Fischerei Nord');
  await expect(page.locator('main button[type="submit"]').isDisabled()).resolves.toBe(true);
  await page.locator('main button[type="submit"]:enabled').waitFor();
  expect(await employer.inputValue()).toBe('Fischerei Nord');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-employer');
  await eventually(async () => (await dataOf()).data.employer, 'Fischerei Nord');
  expect(watched.consoleErrors).toEqual([]);
  await watched.context.close();
});

it('is accessible as the service made it', async () => {
  const watched = await openLate(20_000);
  await watched.page.locator('#field-employer').waitFor();
  await watched.expectAccessible('the form before its script');
  await watched.expectFits('the form before its script');
  await watched.context.close();
});
