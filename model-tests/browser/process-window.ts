import type { Browser, Page } from 'playwright';
import { hrefOf } from '#ui/workshop/place.ts';
import type { Portal } from '../http/portal.ts';
import { launchChromium } from './chromium.ts';

/** Long enough to see which arrow was taken. */
const LOOK_MS = 1_500;

/**
 * A window of the workshop beside a walk over HTTP. It shows the progress of the application on the drawing of its
 * workflow. It only reads, so that nothing but the walk moves the application.
 */
export class ProcessWindow {
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  /** @param token of the operators, with which the portal was started */
  static async open(portal: Portal, token: string): Promise<ProcessWindow> {
    const client = portal.client();
    await client.call('openWorkshop', { body: { token } });
    const browser = await launchChromium();
    const context = await browser.newContext({ baseURL: portal.url });
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
    await context.addCookies(cookies);
    return new ProcessWindow(browser, await context.newPage());
  }

  /** @param id of the process */
  async show(id: string): Promise<void> {
    await this.#page.goto(hrefOf('en', { section: 'applications', process: id }));
    // A deleted process is deleted in the workshop as well.
    const shown = this.#page.locator('.ws-watched svg, .ws-fault').first();
    await shown.waitFor();
    await shown.scrollIntoViewIfNeeded();
    await this.#page.waitForTimeout(LOOK_MS);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
