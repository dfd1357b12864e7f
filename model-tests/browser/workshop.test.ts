import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workshopPaths } from '#contract/pages.ts';
import { type Locale, locales } from '#domain/locale.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { picture } from './pictures.ts';
import { WatchedPage } from './watched-page.ts';

let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const widths = [360, 768, 1280] as const;
const places = [
  '',
  '?workflow=payment',
  '?workflow=process&q=refund&at=PAYMENT_FAILURE',
  '?section=assumed&q=refund',
  '?section=what-if&workflow=process&state=COMPLETED',
  '?section=live',
  '?section=applications',
  '?section=totals',
];
/** Without a token, the operators' calls do not exist. */
const NO_OPERATORS = /404 .*\/api\/workshop\//;

/** The heading of the place, and its drawing where there is one. */
async function open({ page }: WatchedPage, locale: Locale, place: string): Promise<void> {
  await page.goto(workshopPaths[locale] + place);
  await page.locator('h1').waitFor();
  if (place.includes('totals')) await page.getByRole('alert').waitFor();
  if (/workflow=(?!none)/.test(place)) await page.locator('svg.dg').waitFor();
}

describe.each(locales)('the workshop (%s)', (locale) => {
  it.each(widths)(
    'is accessible at %i px, light and dark, and loads from its own origin alone',
    async (width) => {
      const watched = await WatchedPage.open(browser, portal.url, { locale, width });
      const hosts = new Set<string>();
      watched.page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      for (const place of places) {
        await open(watched, locale, place);
        for (const colorScheme of ['light', 'dark'] as const) {
          await watched.page.emulateMedia({ colorScheme });
          // Colours and names are the same in each language and at most widths.
          if (place === '' || (locale === 'de' && width !== 768))
            await watched.expectAccessible(`${place} ${colorScheme}`);
          await watched.expectFits(place);
          await picture(
            watched.page,
            `workshop-${locale}-${width}-${colorScheme}${place.replace(/\W/g, '-')}`,
          );
        }
      }
      expect([...hosts]).toEqual([new URL(portal.url).origin]);
      watched.expectSilent([NO_OPERATORS]);
      await watched.context.close();
    },
  );

  it('finds the assumed rules about refunds by either word', async () => {
    const watched = await WatchedPage.open(browser, portal.url, { locale, width: 1280 });
    await open(watched, locale, '?section=assumed');
    const rows = watched.page.locator('tbody th');
    const all = await rows.count();
    for (const word of ['Erstattung', 'refund']) {
      await watched.page.locator('input[type=search]').fill(word);
      await expect.poll(() => rows.count()).toBeLessThan(all);
      expect(await rows.allTextContents()).toContain('PROC-08');
    }
    watched.expectSilent();
    await watched.context.close();
  });
});

it('leads from a word to a place whose address can be sent, and to what would happen there', async () => {
  const watched = await WatchedPage.open(browser, portal.url, { locale: 'de', width: 1280 });
  const { page } = watched;
  await open(watched, 'de', '');
  await page.getByRole('searchbox').fill('zurückgewiesen');
  await page.getByRole('link', { name: 'Von der Behörde zurückgewiesen' }).press('Enter');
  await page.locator('.dg-label--selected').first().waitFor();
  const address = page.url();
  const details = page.getByRole('region', { name: 'Einzelheiten' });
  expect(await details.textContent()).toContain('SENT-06');

  // Whoever gets the address sees the same, in the other language too, and without a load.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sent application' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  await page.goto(address);
  await page.locator('.dg-label--selected').first().waitFor();

  await page.goto('/werkstatt?section=what-if&workflow=sentApplication&state=submitted');
  // In the table: arrows of the drawing have the same name, and may be there or not yet.
  await page.getByRole('row').getByRole('button', { name: 'Von der Behörde zurückgewiesen' }).press('Enter');
  await page.locator('.dg-box--active[data-part=processingError]').waitFor();
  expect(new URL(page.url()).searchParams.get('state')).toBe('processingError');
  await page.getByRole('button', { name: 'Einen Schritt zurück' }).press('Enter');
  await page.locator('.dg-box--active[data-part=submitted]').waitFor();
  watched.expectSilent();
  await watched.context.close();
});

it('moves a drawing that is pulled, chooses nothing by that, and shows all of it', async () => {
  const watched = await WatchedPage.open(browser, portal.url, { locale: 'en', width: 768 });
  const { page } = watched;
  await open(watched, 'en', '?workflow=application');
  const area = page.locator('.ws-area');
  const left = () => area.evaluate((element) => element.scrollLeft);
  await page.locator('.ws-minimap').waitFor();
  const before = await left();
  const box = (await area.boundingBox())!;
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(left).not.toBe(before);
  expect(new URL(page.url()).searchParams.get('at')).toBeNull();
  await page.getByRole('button', { name: 'Fit all' }).press('Enter');
  await page.locator('.ws-minimap').waitFor({ state: 'detached' });
  watched.expectSilent();
  await watched.context.close();
});

it('goes back and forth between its places, as they were', async () => {
  const watched = await WatchedPage.open(browser, portal.url, { locale: 'de', width: 1280 });
  const { page } = watched;
  await open(watched, 'de', '');
  // A newly loaded page would not have this mark.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('link', { name: 'Zahlungsversuch' }).click();
  await heading('Zahlungsversuch');
  await page.getByRole('link', { name: 'Angenommene Regeln', exact: true }).click();
  await heading('Angenommene Regeln');
  const search = page.locator('input[type=search]');
  const rows = page.locator('tbody th');
  const all = await rows.count();
  await search.fill('Erstattung');
  await expect.poll(() => rows.count()).toBeLessThan(all);
  const found = await rows.count();
  await page.getByRole('link', { name: 'Ein Antrag', exact: true }).click();
  const number = page.getByLabel('Vorgangsnummer oder Kennung');
  for (const wanted of ['SP-AAAA-AAAA-AAAA', 'SP-BBBB-BBBB-BBBB']) {
    await number.fill(wanted);
    await number.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('process') === wanted);
  }

  await page.goBack();
  await expect.poll(() => number.inputValue()).toBe('SP-AAAA-AAAA-AAAA');
  await page.goBack();
  await expect.poll(() => number.inputValue()).toBe('');
  await page.goBack();
  await heading('Angenommene Regeln');
  expect(await search.inputValue()).toBe('Erstattung');
  expect(await rows.count()).toBe(found);
  // The letters typed there make up one history entry.
  await page.goBack();
  await heading('Zahlungsversuch');
  await page.locator('svg.dg').waitFor();
  await page.goBack();
  await heading('Buch der Abläufe');
  await page.goForward();
  await heading('Zahlungsversuch');
  await page.goForward();
  await heading('Angenommene Regeln');
  expect(await search.inputValue()).toBe('Erstattung');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  watched.expectSilent([NO_OPERATORS]);
  await watched.context.close();
});
