import type { Level, TokenFault } from './profile.ts';

/** Action of a person at the provider: log in as `person:level`, cancel, or cause an error. */
export type OpenIdChoice = `${string}:${Level}` | 'cancel' | 'error';

/**
 * Goes through the provider's pages like a browser without scripts: opens the address, presses one button.
 * @returns the address of the portal that the browser is sent back to.
 * @throws Error with the page's text when the provider refuses the request.
 */
export async function visitProvider(
  url: string,
  choice: OpenIdChoice,
  options: { sessionIsOld?: boolean; levelIsLow?: boolean; token?: TokenFault } = {},
): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(url);
  const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', ...init, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const to = (response: Response) => new URL(response.headers.get('location') ?? '', origin).href;
  /** Follows redirects inside the provider; the first that leads out of it is the way back. */
  const follow = async (response: Response): Promise<{ page: string; text: string } | { back: string }> => {
    if (response.status < 300 || response.status >= 400)
      return { page: response.url, text: await response.text() };
    const next = to(response);
    return new URL(next).origin === origin ? follow(await ask(next)) : { back: next };
  };
  const opened = await follow(await ask(url));
  if ('back' in opened) return opened.back;
  if (!opened.page.includes('/interaction/'))
    throw new Error(`the provider refused the request: ${opened.text}`);
  const body = new URLSearchParams({
    choice,
    ...(options.sessionIsOld && { session: 'old' }),
    ...(options.levelIsLow && { level: 'low' }),
    ...(options.token && { token: options.token }),
  });
  const answered = await follow(await ask(opened.page, { method: 'POST', body }));
  if ('back' in answered) return answered.back;
  throw new Error(`there is no way back to the portal: ${answered.text}`);
}
