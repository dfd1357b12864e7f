import type { Browser, Page } from 'playwright';
import { changeScheme } from './colour-scheme.ts';
import { picture } from './pictures.ts';
import type { Viewer, WatchedPage } from './watched-page.ts';

/** The page has been hydrated, at the first key: from now on it changes without a page load. */
export async function takenUp(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
  });
}

/** Checks a page at one width: it fits, and has no barrier. Each width is dark in one of the languages. */
export async function look(watched: WatchedPage, name: string, width: Viewer['width']): Promise<void> {
  const language = await watched.page.getAttribute('html', 'lang');
  const colorScheme = (width === 768) === (language === 'de') ? 'dark' : 'light';
  await changeScheme(watched.page, colorScheme);
  await watched.page.setViewportSize({ width, height: 900 });
  await watched.expectFits(name);
  await watched.expectAccessible(name);
  await picture(watched.page, `${name}-${width}-${colorScheme}`);
  await changeScheme(watched.page, null);
}

/** A window of a browser that runs no scripts. */
export async function withoutScript(browser: Browser, portalUrl: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portalUrl,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 900 },
  });
  return context.newPage();
}
