import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { violationsOf } from './accessibility.ts';
import { tooWide } from './sideways.ts';

export type Viewer = { locale: Locale; width: 360 | 768 | 1280; userAgent?: string };

/** Limit for events that never come, generous for late ones on a busy machine. */
const PATIENCE_MS = 180_000;
const MAX_TURNS = 300;
/** A window reports all the time, and waits for the answer without showing it. */
const REPORTS = /\/editing(?:\/|$)/;

/** A browser window that records all errors: console errors, policy reports, page errors. */
export class WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly consoleErrors: string[] = [];
  /** Calls to the server that the first window waits for. */
  readonly #calls = new Set<Request>();

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    context.on('page', (opened) => this.#watch(opened));
    this.#watch(page);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && !REPORTS.test(pathname)) this.#calls.add(request);
    });
    page.on('requestfinished', (request) => this.#calls.delete(request));
    page.on('requestfailed', (request) => this.#calls.delete(request));
    // Preloads in the head of a page do not complete until the page uses them.
    page.on('response', (response) => {
      const request = response.request();
      if (request.resourceType() === 'other') this.#calls.delete(request);
    });
  }

  static async open(
    browser: Browser,
    portalUrl: string,
    { locale, width, ...device }: Viewer,
  ): Promise<WatchedPage> {
    const context = await browser.newContext({
      baseURL: portalUrl,
      locale: locale === 'de' ? 'de-DE' : 'en-GB',
      timezoneId: 'Europe/Berlin',
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      acceptDownloads: true,
      ...device,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return new WatchedPage(context, await context.newPage());
  }

  #watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.consoleErrors.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.consoleErrors.push(`page: ${error.message}`));
  }

  /** No accessibility violation in the present state of the page. */
  async expectAccessible(state: string): Promise<void> {
    expect(await violationsOf(this.page), `accessibility of ${state}`).toEqual([]);
  }

  /** Checks that no element is wider than the window: a phone never scrolls sideways. */
  async expectFits(state: string): Promise<void> {
    expect(await tooWide(this.page), `sideways scroll of ${state}`).toEqual([]);
  }

  /** The window has its answers and no open requests: the screen is not about to change. */
  async quiet(): Promise<void> {
    for (let turn = 0, still = 0; still < 3 && turn < MAX_TURNS; turn += 1) {
      still = this.#calls.size > 0 ? 0 : still + 1;
      await this.page.waitForTimeout(50);
    }
  }

  /** The console stayed silent; expected refusals of calls are given as patterns. */
  expectSilent(expected: RegExp[] = []): void {
    const consoleErrors = this.consoleErrors.filter(
      (text) => !expected.some((pattern) => pattern.test(text)),
    );
    expect(consoleErrors, consoleErrors.join('\n')).toEqual([]);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
