import type { Page, Request, Route } from 'playwright';
import { type CallName, calls } from '#contract/calls.ts';
import { PAYLOAD_ID } from '#contract/pages.ts';
import type { CallOfFlow } from './application-interactions.ts';

/** The call of the contract that an actor of the application makes. */
const callNames: Record<CallOfFlow, CallName> = {
  loadOffer: 'getService',
  // The call of an open application. Without one, it is the call for its service.
  loadTexts: 'getProcess',
  findDraft: 'findProcess',
  loadProcess: 'getProcess',
  openAnonymousSession: 'openPseudo',
  startProcess: 'startProcess',
  takeOver: 'persistProcess',
  changePlace: 'changePlace',
  loadSummary: 'getSnapshot',
  completeProcess: 'completeProcess',
  chooseNotice: 'chooseNotice',
  startPayment: 'startPayment',
  checkPayment: 'checkPayment',
  submitProcess: 'submitProcess',
  acknowledgeResult: 'acknowledgeResult',
};

/** True if a request is this call of the contract. */
export function isCall(name: CallName): (request: Request) => boolean {
  const { method, path } = calls[name];
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return (request) => request.method() === method && pattern.test(new URL(request.url()).pathname);
}

export const isCallOf = (call: CallOfFlow) => isCall(callNames[call]);

const intercepted = new WeakSet<Page>();

/**
 * Handles the requests of a page until the returned function is called; all others pass. From then on Chromium asks
 * about every request of the page. A request made in the moment in which it stops asking can hang for good (Playwright
 * issue 41802).
 */
export async function intercept(
  page: Page,
  handle: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  if (!intercepted.has(page)) await page.route('**/*', (route) => route.fallback());
  intercepted.add(page);
  await page.route('**/*', handle);
  return () => page.unroute('**/*', handle);
}

/** Loses the connection for one call of the application; returns the function that restores it. */
export async function loseCall(
  page: Page,
  failing: CallOfFlow,
): Promise<{ lost: Promise<unknown>; end: () => Promise<void> }> {
  const isMeant = isCallOf(failing);
  const end = await intercept(page, (route) =>
    isMeant(route.request()) ? route.abort('connectionfailed') : route.fallback(),
  );
  return { lost: page.waitForEvent('requestfailed', { predicate: isMeant }), end };
}

/**
 * Lets a page load learn first either the person or the subject of the page, and holds the other back until then. A
 * page that the server has rendered with its answers requests neither.
 */
export async function withFirst(
  page: Page,
  first: 'person' | 'page',
  act: () => Promise<unknown>,
): Promise<void> {
  const isPerson = isCall('getUser');
  const isPage = (request: Request) =>
    !isPerson(request) && /^\/(api\/(service|process)|location)\b/.test(new URL(request.url()).pathname);
  const isFirst = first === 'person' ? isPerson : isPage;
  const isHeld = first === 'person' ? isPage : isPerson;
  const asked = page.waitForEvent('requestfinished', { predicate: isFirst });
  const brought = Promise.withResolvers<void>();
  const known = Promise.race([asked, brought.promise]);
  known.catch(() => undefined);
  const end = await intercept(page, async (route) => {
    if (isHeld(route.request())) await known;
    await route.fallback();
  });
  try {
    await act();
    if (await page.locator(`#${PAYLOAD_ID}`).count()) brought.resolve();
    await known;
  } finally {
    await end();
  }
}

/** Loads a page as the server sends it when rendering it with its answers takes too long. */
export async function withoutAnswers(page: Page, load: () => Promise<void>): Promise<void> {
  const isDocument = (request: Request) => request.resourceType() === 'document';
  const end = await intercept(page, async (route) => {
    if (!isDocument(route.request())) return route.fallback();
    // The server renders no form without the cookie of a session.
    const answer = await fetch(route.request().url());
    await route.fulfill({ status: answer.status, contentType: 'text/html', body: await answer.text() });
  });
  try {
    await load();
  } finally {
    await end();
  }
}
