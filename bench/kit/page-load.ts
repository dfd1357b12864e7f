import type { Browser, Request } from 'playwright';
import { slowDown } from './slow-browser.ts';

/** Figures of a page that loads on an old phone. Times in ms since the page was requested, sizes in bytes. */
export type PageLoad = {
  /** Largest contentful paint. */
  paintedMs: number;
  /** Sum of what each task took beyond 50 ms after the first paint. */
  blockedMs: number;
  /** End of the last task of more than 50 ms, or the first paint. */
  quietMs: number;
  /** Tasks of more than 50 ms: start and length. */
  longTasks: { startMs: number; ms: number }[];
  shift: number;
  /** Compressed, as received. */
  scriptBytesBeforeIdle: number;
  scriptBytes: number;
  largestFont: number;
  documentBytes: number;
  requests: string[];
};

/** Longest time that hydration takes after the last request. */
const SETTLE_MS = 2_000;

/** Opens an address with an empty cache on slow 4G and a slow processor and waits until the page is idle. */
export async function loadPage(browser: Browser, address: string): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-DE' });
  try {
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request: Request) => requests.push(new URL(request.url()).pathname));
    await slowDown(page, 'slow4G');
    await page.addInitScript(observePage);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(SETTLE_MS);
    const observed = await page.evaluate(readPage);
    const quietMs = Math.max(
      observed.firstPaintMs,
      ...observed.longTasks.map(({ startMs, ms }) => startMs + ms),
    );
    const after = observed.longTasks.filter(({ startMs, ms }) => startMs + ms > observed.firstPaintMs);
    return {
      ...observed,
      quietMs,
      blockedMs: after.reduce((sum, { ms }) => sum + ms - 50, 0),
      requests,
    };
  } finally {
    await context.close();
  }
}

type Noted = {
  paintedMs: number;
  shift: number;
  idleMs: number;
  longTasks: { startMs: number; ms: number }[];
};

declare global {
  interface Window {
    benchPage?: Noted;
  }
}

/** Records the times of the page; runs before all other scripts. */
function observePage(): void {
  const noted: Noted = { paintedMs: 0, shift: 0, idleMs: Number.POSITIVE_INFINITY, longTasks: [] };
  window.benchPage = noted;
  const see = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  see('largest-contentful-paint', ({ startTime }) => {
    noted.paintedMs = startTime;
  });
  see('longtask', ({ startTime, duration }) => noted.longTasks.push({ startMs: startTime, ms: duration }));
  see('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) noted.shift += value;
  });
  // The page is complete and its own scripts have not begun: work deferred to idle time comes after this.
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    requestIdleCallback(() => {
      noted.idleMs = performance.now();
    });
  });
}

/** Runs in the page. */
function readPage() {
  const { idleMs, ...noted } = window.benchPage!;
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const ending = (end: string) => resources.filter(({ name }) => new URL(name).pathname.endsWith(end));
  const sum = (files: PerformanceResourceTiming[]) =>
    files.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  const [document_] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    ...noted,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    scriptBytesBeforeIdle: sum(ending('.js').filter(({ startTime }) => startTime < idleMs)),
    scriptBytes: sum(ending('.js')),
    largestFont: Math.max(0, ...ending('.woff2').map(({ encodedBodySize }) => encodedBodySize)),
    documentBytes: document_?.encodedBodySize ?? Number.NaN,
  };
}
