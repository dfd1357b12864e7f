import type { BrowserContext, Response, Route } from 'playwright';
import { eventually } from './eventually.ts';

/** Holds a page's requests of one kind, one at a time, until the walk decides their outcome. */
export class RequestGate {
  #held: Route | null = null;
  #isOpen = false;
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext) {
    this.#context = context;
  }

  /** @param method only requests of that kind; by default all */
  static async before(context: BrowserContext, address: RegExp, method?: string): Promise<RequestGate> {
    const gate = new RequestGate(context);
    await context.route(address, async (route) => {
      const isMeant = method === undefined || route.request().method() === method;
      if (!isMeant) await route.fallback();
      else if (gate.#isOpen) await route.continue();
      else gate.#held = route;
    });
    // Given up by the page.
    context.on('requestfailed', (request) => {
      if (gate.#held?.request() === request) gate.#held = null;
    });
    return gate;
  }

  /** Resolves once a request waits. */
  asked(): Promise<void> {
    return eventually(() => this.#held !== null, true);
  }

  get isAsked(): boolean {
    return this.#held !== null;
  }

  /** The address of the request that waits. */
  async address(): Promise<URL> {
    await this.asked();
    return new URL(this.#held!.request().url());
  }

  /** Resolves once no request waits: the page has given up the last one. */
  quiet(): Promise<void> {
    return eventually(() => this.#held === null, true);
  }

  /** Makes requests wait from now on. */
  close(): void {
    this.#isOpen = false;
  }

  /** Lets only the waiting request through. @returns the server's answer */
  async pass(): Promise<Response> {
    await this.asked();
    const route = this.#take();
    const answered = this.#context.waitForEvent('response', (it) => it.request() === route.request());
    await route.continue();
    return answered;
  }

  /** Lets the request that waits through with another body, and no other. */
  async change(body: (sent: object) => object): Promise<void> {
    await this.asked();
    const route = this.#take();
    const answered = this.#context.waitForEvent('response', (it) => it.request() === route.request());
    await route.continue({ postData: JSON.stringify(body(route.request().postDataJSON() as object)) });
    await answered;
  }

  /** Lets the request that waits through, and what follows it. */
  async open(): Promise<void> {
    await this.asked();
    this.#isOpen = true;
    await this.#take().continue();
  }

  /** The connection breaks off during the request that waits. */
  async fail(): Promise<void> {
    await this.asked();
    await this.#take().abort('connectionreset');
  }

  /** The server refuses the request that waits. */
  async refuse(
    status: number,
    problem: { code: string },
    headers: Record<string, string> = {},
  ): Promise<void> {
    await this.asked();
    const body = JSON.stringify({ type: '', title: '', status, ...problem });
    const contentType = 'application/problem+json';
    await this.#take().fulfill({ status, headers: { 'content-type': contentType, ...headers }, body });
  }

  /** Answers the waiting request in the server's place. */
  async answer(status: number, json: object, headers: Record<string, string> = {}): Promise<void> {
    await this.asked();
    const contentType = 'application/json';
    await this.#take().fulfill({
      status,
      headers: { 'content-type': contentType, ...headers },
      body: JSON.stringify(json),
    });
  }

  #take(): Route {
    const route = this.#held!;
    this.#held = null;
    return route;
  }
}
