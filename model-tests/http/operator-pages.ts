import { type OpenIdChoice, visitProvider } from '#stand-ins/openid/visit.ts';

type Options = Parameters<typeof visitProvider>[2];

/** The first cookie that an answer sets, as a browser sends it back. */
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
/** The cookie of an operator's login, with its attributes; empty where nobody was logged in. */
export const ownCookie = (response: Response) =>
  response.headers.getSetCookie().find((line) => line.startsWith('sp_operations=')) ?? '';

/** Hidden values of each form of a page that sends something. */
export const formsIn = (page: string): Record<string, string>[] =>
  page
    .split('<form')
    .slice(1)
    .map(hiddenIn)
    .filter((form) => Object.keys(form).length > 0);

/** Hidden values of the only form of a page, or of its last one. */
export const hiddenIn = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  ) as Record<string, string>;

/** The operators' pages of a portal, as browsers without scripts use them. */
export function operatorPages(url: () => string) {
  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url() + address, { headers, method, redirect: 'manual' });
  const post = (cookie: string, body: Record<string, string>, address: string) =>
    fetch(url() + address, {
      method: 'POST',
      body: new URLSearchParams(body).toString(),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });

  /** Goes to the provider. @returns the answer that leads there, the address that leads back, and the login's cookie */
  async function begin(choice: OpenIdChoice, options: Options = {}) {
    const begun = await get('/betrieb/anmelden');
    const back = new URL(await visitProvider(begun.headers.get('location') ?? '', choice, options));
    return { answer: begun, back: back.pathname + back.search, begun: cookieOf(begun) };
  }
  async function logInAs(choice: OpenIdChoice, options: Options = {}) {
    const { back, begun } = await begin(choice, options);
    return get(back, { cookie: begun });
  }
  return {
    get,
    post,
    begin,
    logInAs,
    /** Logs an operator in. @returns the cookie */
    named: async (choice: OpenIdChoice) => ownCookie(await logInAs(choice)).split(';')[0] ?? '',
    /** Logs in by the token. @returns the cookie */
    byToken: async (token: string) => cookieOf(await post('', { token }, '/betrieb')),
  };
}
