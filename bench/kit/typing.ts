import type { Browser } from 'playwright';
import type { PortalClient } from '#model-tests/http/client.ts';
import { percentile } from './figures.ts';
import { loadSlowly, type Opened } from './slow-browser.ts';

export const KEY_PRESSES = 60;
const KEYS_IN_FIELD = 10;
export const TEXT_FIELDS = 'main input:is([type="text"], :not([type])):visible';

export type Cookies = Parameters<typeof loadSlowly>[2];

/** The session of a client, for a browser. */
export const cookiesOf = (client: PortalClient, url: string): Cookies =>
  [...client.cookies].map(([name, value]) => ({ name, value, url }));

/** Waits until the script has hydrated the page, and 2 s more for late layout shifts. */
export async function takenUp({ page }: Opened): Promise<void> {
  await page.waitForFunction(() => typeof window.benchObserved?.takenUpMs === 'number');
  await page.waitForTimeout(2000);
}

/** Types into the text fields of a page, one key every 100 ms; returns the ms from each key to the next paint. */
export async function typeInto(chromium: Browser, address: string, cookies: Cookies) {
  const opened = await loadSlowly(chromium, address, cookies, 'fast');
  if (cookies.length > 0) await takenUp(opened);
  const inputs = await opened.page.locator(TEXT_FIELDS).all();
  for (let typed = 0; typed < KEY_PRESSES; typed += 1) {
    if (typed % KEYS_IN_FIELD === 0) await inputs[(typed / KEYS_IN_FIELD) % inputs.length]?.focus();
    await opened.page.keyboard.press('1');
    await opened.page.waitForTimeout(100);
  }
  await opened.page.waitForTimeout(500);
  const { usableMs, fields, keys: paints } = await opened.read();
  await opened.close();
  return { usableMs, fields, paint: percentile(paints, 0.95) };
}
