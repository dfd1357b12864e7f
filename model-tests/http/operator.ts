import { type OpenIdChoice, visitProvider } from '#stand-ins/openid/visit.ts';
import type { Portal } from './portal.ts';

/** Goes to the provider as a browser does. @returns the address that leads back, and the cookie of the login */
export async function beginLogin(
  portal: Portal,
  choice: OpenIdChoice,
  options: Parameters<typeof visitProvider>[2] = {},
) {
  const begun = await fetch(`${portal.url}/betrieb/anmelden`, { redirect: 'manual' });
  const back = new URL(await visitProvider(begun.headers.get('location') ?? '', choice, options));
  const [cookie = ''] = begun.headers.getSetCookie();
  return { answer: begun, back: back.pathname + back.search, begun: cookie.split(';')[0] ?? '' };
}

/** Returns the line that sets the cookie of an operator's session; empty without one. */
export const sessionLine = (response: Response): string =>
  response.headers.getSetCookie().find((line) => line.startsWith('sp_operations=')) ?? '';

/** Logs an operator in. @returns the cookie of their session, empty where they were refused */
export async function logOperatorIn(portal: Portal, choice: OpenIdChoice): Promise<string> {
  const { back, begun } = await beginLogin(portal, choice);
  const response = await fetch(portal.url + back, { headers: { cookie: begun }, redirect: 'manual' });
  return sessionLine(response).split(';')[0] ?? '';
}

/** Sends a form of the operators' pages as the browser of an operator does. */
export const postAsOperator = (
  portal: Portal,
  cookie: string,
  body: Record<string, string>,
  address: string,
): Promise<Response> =>
  fetch(portal.url + address, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
    redirect: 'manual',
  });

/** Returns the hidden values of the only form of a page, or of its last one. */
export const hiddenIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  ) as Record<string, string>;
