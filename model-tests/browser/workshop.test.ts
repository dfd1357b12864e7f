import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workshopPaths } from '#contract/pages.ts';
import { type Locale, locales } from '#domain/locale.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { launchChromium } from './chromium.ts';
import { picture } from './pictures.ts';
import { WatchedPage } from './watched-page.ts';

let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([launchChromium(), startPortal()]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

const widths = [360, 768, 1280] as const;
const places = [''];

/** The heading of the place, and its drawing where there is one. */
async function open({ page }: WatchedPage, locale: Locale, place: string): Promise<void> {
  await page.goto(workshopPaths[locale] + place);
  await page.locator('h1').waitFor();
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
          await watched.expectAccessible(`${place} ${colorScheme}`);
          await watched.expectFits(place);
          await picture(
            watched.page,
            `workshop-${locale}-${width}-${colorScheme}${place.replace(/\W/g, '-')}`,
          );
        }
      }
      expect([...hosts]).toEqual([new URL(portal.url).origin]);
      watched.expectSilent();
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
