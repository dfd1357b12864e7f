import type { OpenIdChoice } from '#stand-ins/openid/visit.ts';
import { beginLogin, hiddenIn, logOperatorIn, postAsOperator } from './operator.ts';
import type { Portal } from './portal.ts';

/** Hidden values of each form of a page that sends something. */
export const formsIn = (page: string): Record<string, string>[] =>
  page
    .split('<form')
    .slice(1)
    .map(hiddenIn)
    .filter((form) => Object.keys(form).length > 0);

/** The operators' pages of a portal that a test starts later, as browsers without scripts use them. */
export function operatorPages(portal: () => Portal) {
  type Options = Parameters<typeof beginLogin>[2];
  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(portal().url + address, { headers, method, redirect: 'manual' });
  const post = (cookie: string, body: Record<string, string>, address: string) =>
    postAsOperator(portal(), cookie, body, address);
  const begin = (choice: OpenIdChoice, options?: Options) => beginLogin(portal(), choice, options);
  return {
    get,
    post,
    begin,
    async logInAs(choice: OpenIdChoice, options?: Options) {
      const { back, begun } = await begin(choice, options);
      return get(back, { cookie: begun });
    },
    /** Logs an operator in. @returns the cookie */
    named: (choice: OpenIdChoice) => logOperatorIn(portal(), choice),
    /** Logs in by the token. @returns the cookie */
    async byToken(token: string) {
      const [cookie = ''] = (await post('', { token }, '/betrieb')).headers.getSetCookie();
      return cookie.split(';')[0] ?? '';
    },
  };
}
