import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright';
import { launchChromium } from '#model-tests/browser/chromium.ts';
import type { PortalClient } from '#model-tests/http/client.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type Figure, median, percentile, type Scenario } from '../kit/figures.ts';
import { filledLicence, startLicence } from '../kit/licence.ts';
import { startMeasured } from '../kit/server-process.ts';
import { slowDown } from '../kit/slow-browser.ts';

const LOADS = 5;
const SWITCHES = 10;
const PERSON = 'thomsen:Elster';

export const frame: Scenario = {
  title: 'Form of a form server',
  about: `a hunting licence in its frame: opened by its address ${LOADS} times (Chromium, slow 4G, processor slowed 4 times, cold cache), and finished ${SWITCHES} times, as far as the summary (fast network)`,
  measure: async () => {
    await buildWhenChanged();
    const [{ portal }, chromium] = await Promise.all([startMeasured(), launchChromium()]);
    try {
      const client = portal.client();
      await client.logIn(PERSON);
      return [...(await loading(chromium, portal, client)), ...(await switching(chromium, portal, client))];
    } finally {
      await Promise.all([chromium.close(), portal.close()]);
    }
  },
};

async function contextOf(chromium: Browser, portal: Portal, client: PortalClient): Promise<BrowserContext> {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, locale: 'de-DE' });
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  return context;
}

async function loading(chromium: Browser, portal: Portal, client: PortalClient): Promise<Figure[]> {
  const loads: Load[] = [];
  for (let count = 0; count < LOADS; count += 1) {
    const id = await startLicence(client);
    const context = await contextOf(chromium, portal, client);
    const page = await context.newPage();
    await slowDown(page, 'slow4G');
    await page.addInitScript(noteForm);
    await page.goto(portal.url + hrefOf.process('de', id, 'page.person'), { waitUntil: 'commit' });
    const drawnAt = await momentIn(page);
    await page.waitForFunction(() => window.benchFrame?.readyAt);
    loads.push(await page.evaluate(readLoad, drawnAt));
    await context.close();
  }
  const of = (pick: (load: Load) => number) => median(loads.map(pick));
  return [
    {
      name: 'own JavaScript (brotli) before the frame is shown',
      value: of(({ shownBytes }) => shownBytes) / 1024,
      unit: 'KiB',
      budget: { most: 100 },
    },
    { name: 'frame shown', value: of(({ shownMs }) => shownMs), unit: 'ms' },
    { name: 'form drawn in it by the form server', value: of(({ drawnMs }) => drawnMs), unit: 'ms' },
    { name: 'frame taken up by the page', value: of(({ readyMs }) => readyMs), unit: 'ms' },
    {
      name: 'own JavaScript (brotli) until then',
      value: of(({ readyBytes }) => readyBytes) / 1024,
      unit: 'KiB',
    },
  ];
}

type Load = { shownMs: number; shownBytes: number; drawnMs: number; readyMs: number; readyBytes: number };

/** Runs in the page. */
function readLoad(drawnAt: number): Load {
  const { shownAt, readyAt } = { shownAt: null, readyAt: null, ...window.benchFrame };
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const own = resources.filter(
    ({ name }) => new URL(name).origin === location.origin && new URL(name).pathname.endsWith('.js'),
  );
  const until = (moment: number) =>
    own
      .filter(({ responseEnd }) => responseEnd <= moment)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const [shownMs, readyMs] = [shownAt ?? Number.NaN, readyAt ?? Number.NaN].map(
    (at) => at - performance.timeOrigin,
  ) as [number, number];
  const drawnMs = drawnAt - performance.timeOrigin;
  return { shownMs, shownBytes: until(shownMs), drawnMs, readyMs, readyBytes: until(readyMs) };
}

/** Waits until the form is painted in the frame. @returns ms since 1970 */
async function momentIn(page: Page): Promise<number> {
  for (;;) {
    const inner = page.frames().find((one) => one.url().includes('/frame') && one !== page.mainFrame());
    const at = await inner?.evaluate(() => window.benchFrame?.drawnAt ?? null).catch(() => null);
    if (typeof at === 'number') return at;
    await page.waitForTimeout(50);
  }
}

declare global {
  interface Window {
    /** Moments in ms since 1970. */
    benchFrame?: {
      /** In the frame: the form was painted. */
      drawnAt: number | null;
      /** In the page: the frame was painted, and loads. */
      shownAt: number | null;
      /** In the page: the placeholder of the form is gone. */
      readyAt: number | null;
      /** In the page: the summary was painted. */
      summaryAt: number | null;
    };
  }
}

/** Records these times; runs in the page and in its frame before all other scripts. */
function noteForm(): void {
  const now = () => performance.timeOrigin + performance.now();
  const noted: NonNullable<Window['benchFrame']> = {
    drawnAt: null,
    shownAt: null,
    readyAt: null,
    summaryAt: null,
  };
  window.benchFrame = noted;
  const isFrame = window.parent !== window;
  const look = () => {
    if (isFrame && document.querySelector('main form h1')) {
      requestAnimationFrame(() => {
        noted.drawnAt ??= now();
      });
    }
    const hasFrame = !isFrame && document.querySelector('#form-frame') !== null;
    if (hasFrame) {
      requestAnimationFrame(() => {
        noted.shownAt ??= now();
      });
    }
    if (hasFrame && noted.readyAt === null && !document.querySelector('.sp-embedded__loading'))
      noted.readyAt = now();
    if (!isFrame && noted.readyAt !== null && document.querySelector('#correctness')) {
      requestAnimationFrame(() => {
        noted.summaryAt ??= now();
      });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Measures from the form server's answer that everything is filled in until the summary is painted. */
async function switching(chromium: Browser, portal: Portal, client: PortalClient): Promise<Figure[]> {
  let answeredAt = 0;
  const answered = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    if (request.url?.endsWith('/api/v1/state')) answeredAt = Date.now();
  };
  // The form server runs in this process.
  subscribe('http.server.response.finish', answered);
  const times: number[] = [];
  for (let count = 0; count < SWITCHES; count += 1) {
    const id = await filledLicence(client);
    const context = await contextOf(chromium, portal, client);
    const page = await context.newPage();
    await page.addInitScript(noteForm);
    await page.goto(portal.url + hrefOf.process('de', id, 'page.reliability'));
    await page.waitForFunction(() => window.benchFrame?.readyAt);
    // Waits until the frame's saves are taken over, so that the last answer is the one to the button.
    await page.locator('.sp-save-state--saving').waitFor({ state: 'detached' });
    await page.waitForTimeout(1000);
    await page.frameLocator('#form-frame').locator('form[data-page=reliability] button.main').click();
    await page.waitForFunction(() => window.benchFrame?.summaryAt);
    const summaryAt = await page.evaluate(() => window.benchFrame?.summaryAt ?? Number.NaN);
    times.push(summaryAt - answeredAt);
    await context.close();
  }
  unsubscribe('http.server.response.finish', answered);
  return [
    {
      name: `form server has answered to summary shown, p95 of ${SWITCHES}`,
      value: percentile(times, 0.95),
      unit: 'ms',
      budget: { most: 300 },
    },
    { name: 'the same, median', value: median(times), unit: 'ms' },
  ];
}
