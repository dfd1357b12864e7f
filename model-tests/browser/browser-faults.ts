import type { Page, Request, Route } from 'playwright';
import { type CallName, calls } from '#contract/calls.ts';
import { PAYLOAD_ID } from '#contract/pages.ts';
import type { CallOfFlow } from './application-interactions.ts';

/** The call of the contract that an actor of the application makes. */
const callNames: Record<CallOfFlow, CallName> = {
  loadOffer: 'getService',
  // For an open application; before there is one, for its service.
  loadTexts: 'getProcess',
  findDraft: 'findProcess',
  loadProcess: 'getProcess',
  openAnonymousSession: 'openPseudo',
  startProcess: 'startProcess',
  takeOver: 'persistProcess',
  loadSummary: 'getSnapshot',
  completeProcess: 'completeProcess',
  chooseNotice: 'chooseNotice',
  startPayment: 'startPayment',
  checkPayment: 'checkPayment',
  submitProcess: 'submitProcess',
  acknowledgeResult: 'acknowledgeResult',
};

/** Whether a request is this call of the contract. */
export function isCall(name: CallName): (request: Request) => boolean {
  const { method, path } = calls[name];
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return (request) => request.method() === method && pattern.test(new URL(request.url()).pathname);
}

export const isCallOf = (call: CallOfFlow) => isCall(callNames[call]);

/** Loses the connection for one call of the application; returns the function that restores it. */
export async function loseCall(
  page: Page,
  failing: CallOfFlow,
): Promise<{ lost: Promise<unknown>; end: () => Promise<void> }> {
  const isMeant = isCallOf(failing);
  const lose = (route: Route) =>
    isMeant(route.request()) ? route.abort('connectionfailed') : route.fallback();
  await page.route('**/*', lose);
  return {
    lost: page.waitForEvent('requestfailed', { predicate: isMeant }),
    end: () => page.unroute('**/*', lose),
  };
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
  const hold = async (route: Route) => {
    if (isHeld(route.request())) await known;
    await route.fallback();
  };
  await page.route('**/*', hold);
  try {
    await act();
    if (await page.locator(`#${PAYLOAD_ID}`).count()) brought.resolve();
    await known;
  } finally {
    await page.unroute('**/*', hold);
  }
}

/** Loads a page as the server sends it when rendering it with its answers takes too long. */
export async function withoutAnswers(page: Page, load: () => Promise<void>): Promise<void> {
  const isDocument = (request: Request) => request.resourceType() === 'document';
  const plain = async (route: Route) => {
    if (!isDocument(route.request())) return route.fallback();
    // Without the cookie of a session the server renders no form.
    const answer = await fetch(route.request().url());
    await route.fulfill({ status: answer.status, contentType: 'text/html', body: await answer.text() });
  };
  await page.route('**/*', plain);
  try {
    await load();
  } finally {
    await page.unroute('**/*', plain);
  }
}
