import type { Browser, Page } from 'playwright';
import { type Observed, observe } from './observe.ts';

/** Chromium's own "slow 4G": bytes per second and ms. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const PROCESSOR_SLOWED = 4;
const TIMEOUT_MS = 60_000;

export type Loaded = Observed & {
  usableMs: number;
  takenUpMs: number;
  /** Brotli bytes of script received when the first field was usable, and when the page was hydrated. */
  scriptBytes: number;
  takenUpBytes: number;
  fields: number;
};

export type Opened = { page: Page; read(): Promise<Loaded>; close(): Promise<void> };

/** Opens an address with an empty cache on a slow processor and waits until the first field accepts input. */
export async function loadSlowly(
  browser: Browser,
  address: string,
  cookies: { name: string; value: string; url: string }[],
  network: 'slow4G' | 'fast',
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'de-DE' });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await slowDown(page, network);
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'commit' });
  await page
    .waitForFunction(() => typeof window.benchObserved?.usableMs === 'number', null, { timeout: TIMEOUT_MS })
    .catch(async () => {
      throw new Error(`no usable field at ${address}: ${(await page.textContent('body'))?.slice(0, 300)}`);
    });
  return { page, read: () => page.evaluate(readObserved), close: () => context.close() };
}

/** Makes a page behave as on an old phone: 1.6 Mbit/s with 150 ms of delay, a processor a quarter as fast. */
export async function slowDown(page: Page, network: 'slow4G' | 'fast'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  if (network === 'slow4G') await devtools.send('Network.emulateNetworkConditions', slow4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWED });
}

/** Runs in the page. */
function readObserved(): Loaded {
  const observed = { shift: 0, keys: [], ...window.benchObserved };
  const usableMs = observed.usableMs ?? Number.NaN;
  const takenUpMs = observed.takenUpMs ?? Number.NaN;
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const bytesUntil = (moment: number) =>
    resources
      .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= moment)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const fields = document.querySelectorAll('main :is(input, select, textarea):not([type="hidden"])').length;
  return {
    ...observed,
    usableMs,
    takenUpMs,
    scriptBytes: bytesUntil(usableMs),
    takenUpBytes: bytesUntil(takenUpMs),
    fields,
  };
}
