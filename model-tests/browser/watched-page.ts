import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';

export type Viewer = { locale: 'de' | 'en'; width: 360 | 768 | 1280 };

/** A browser window in which nothing may go wrong unnoticed: console errors, policy reports, page errors. */
export class WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    context.on('page', (opened) => this.#watch(opened));
    this.#watch(page);
  }

  static async open(browser: Browser, portalUrl: string, { locale, width }: Viewer): Promise<WatchedPage> {
    const context = await browser.newContext({
      baseURL: portalUrl,
      locale: locale === 'de' ? 'de-DE' : 'en-GB',
      timezoneId: 'Europe/Berlin',
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      acceptDownloads: true,
    });
    return new WatchedPage(context, await context.newPage());
  }

  #watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`page: ${error.message}`));
  }

  /** No accessibility violation in the present state of the page (WCAG 2.2 AA and good practice). */
  async expectAccessible(state: string): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `accessibility of ${state}`).toEqual([]);
  }

  /** Nothing is wider than the window: a phone never scrolls sideways. */
  async expectFits(state: string): Promise<void> {
    const overflow = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `sideways scroll of ${state}`).toBeLessThanOrEqual(0);
  }

  /** The console stayed silent; expected refusals of calls are passed as patterns. */
  expectSilent(expected: RegExp[] = []): void {
    const complaints = this.complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
    expect(complaints).toEqual([]);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
