import type { BusinessFault } from '#stand-ins/business/faults.ts';
import type { Method } from './persons.ts';

type Post = { url: string; fields: Record<string, string> };

/** Action of a person at the account: log in as `person:method`, cancel, or cause an error. */
export type LoginChoice = `${string}:${Method}` | 'cancel' | 'error';
/** Action of a person at the business account, where they act for an account: `account:person`. */
export type BusinessChoice = `${string}:${string}` | 'cancel' | 'error';

/**
 * Goes through the account's pages like a browser without scripts: posts the request, presses one button.
 * @returns the form that the last page would post to the portal.
 * @throws Error with the page's text when the account refuses the request.
 */
export async function visitAccount(
  request: Post,
  choice: LoginChoice | BusinessChoice,
  options: {
    postboxIsClosed?: boolean;
    sessionIsOld?: boolean;
    sessionIsKept?: boolean;
    fault?: BusinessFault;
    movedTo?: string;
  } = {},
): Promise<Post> {
  const opened = await post(request.url, request.fields);
  if (!opened.ok) throw new Error(`the account refused the request: ${await opened.text()}`);
  const page = await (
    await post(opened.url, {
      choice,
      ...(options.postboxIsClosed && { postbox: 'closed' }),
      ...(options.sessionIsOld && { session: 'old' }),
      // An account that ignores the demand for a new login; its pages have no button for this.
      ...(options.sessionIsKept && { session: 'kept' }),
      ...(options.fault && { fault: options.fault }),
      ...(options.movedTo && { movedTo: options.movedTo }),
    })
  ).text();
  const url = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
  if (!url) throw new Error(`there is no way back to the portal: ${page}`);
  const inputs = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const fields = Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plainText(value)]));
  return { url: plainText(url), fields };
}

function post(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
}

const plainText = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
