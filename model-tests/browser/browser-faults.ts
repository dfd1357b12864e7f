import type { Page, Request, Route } from 'playwright';
import { type CallName, calls } from '#contract/calls.ts';
import type { CallOfFlow } from './application-doings.ts';

/** The call of the contract that an actor of the application makes. */
const callNames: Record<CallOfFlow, CallName> = {
  loadOffer: 'getService',
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

/** Loses the connection for one call of the application; answers the function that ends it. */
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

/** Lets a page load know the person or what the page is about first, and holds the other back until then. */
export async function withFirst(
  page: Page,
  first: 'person' | 'page',
  act: () => Promise<void>,
): Promise<void> {
  const isPerson = isCall('getUser');
  const isPage = (request: Request) =>
    !isPerson(request) && /^\/(api\/(service|process)|location)\b/.test(new URL(request.url()).pathname);
  const isFirst = first === 'person' ? isPerson : isPage;
  const isHeld = first === 'person' ? isPage : isPerson;
  const known = page.waitForEvent('requestfinished', { predicate: isFirst });
  const hold = async (route: Route) => {
    if (isHeld(route.request())) await known;
    await route.fallback();
  };
  await page.route('**/*', hold);
  try {
    await act();
    await known;
  } finally {
    await page.unroute('**/*', hold);
  }
}
