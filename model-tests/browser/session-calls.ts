import type { Page, Response, Route } from 'playwright';
import { isCall } from './browser-faults.ts';
import { eventually } from './eventually.ts';

const heldCalls = ['getUser', 'prolongSession', 'logout', 'reviewEnding', 'eraseSession'] as const;
type HeldCall = (typeof heldCalls)[number];

/** Calls of the states of the session, by the last part of their names. */
export const callOf: Record<string, HeldCall> = {
  unknown: 'getUser',
  renewing: 'getUser',
  reading: 'getUser',
  prolonging: 'prolongSession',
  leaving: 'logout',
  previewing: 'reviewEnding',
  ending: 'eraseSession',
};

/** Calls of one window about its session, each held back until the path lets it go. */
export class HeldCalls {
  readonly #page: Page;
  readonly #held = new Map<HeldCall, Route>();

  constructor(page: Page) {
    this.#page = page;
  }

  get names(): HeldCall[] {
    return [...this.#held.keys()];
  }

  /** Holds the calls of the window from now on. */
  async watch(): Promise<void> {
    await this.#page.route('**/api/auth/**', (route) => this.#hold(route));
    this.#page.on('requestfailed', (request) => {
      for (const [name, route] of this.#held) if (route.request() === request) this.#held.delete(name);
    });
  }

  #hold(route: Route): Promise<void> | undefined {
    const name = heldCalls.find((it) => isCall(it)(route.request()));
    if (name === undefined) return route.continue();
    this.#held.set(name, route);
    return undefined;
  }

  async asked(name: HeldCall): Promise<Route> {
    await eventually(() => this.#held.has(name), true);
    return this.#held.get(name)!;
  }

  async letGo(name: HeldCall): Promise<Response> {
    const route = await this.asked(name);
    this.#held.delete(name);
    const answered = this.#page.waitForResponse((it) => it.request() === route.request());
    await route.continue();
    return answered;
  }

  /** Loses the connection of a call, if it is held, and waits until the page knows. */
  async lose(name: HeldCall): Promise<void> {
    const route = this.#held.get(name);
    if (route === undefined) return;
    this.#held.delete(name);
    const lost = this.#page.waitForEvent('requestfailed', (it) => it === route.request());
    await route.abort('connectionfailed');
    await lost;
    await this.#page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }
}
