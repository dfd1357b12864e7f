import type { Call } from '#contract/call.ts';

/** The address of a call: parameters inserted into the path, followed by the query. Undefined values are left out. */
export function addressOf(
  call: Pick<Call, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new TypeError(`The parameter "${name}" of ${call.path} is missing`);
    return encodeURIComponent(String(params[name]));
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? path : `${path}?${search}`;
}

/** The answer in the contract's shape; unchecked where the build omits the schemas. */
export const answerOf = (call: Call, body: unknown): unknown =>
  call.answer ? call.answer.parse(body) : body;

/**
 * The anti-forgery token that the server gave this browser (spec section 7), to be sent back as a header; over https
 * from the cookie that no other site can set.
 */
export function xsrfToken(cookies: string): string {
  const named = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1];
  return decodeURIComponent(named('__Host-XSRF-TOKEN') ?? named('XSRF-TOKEN') ?? '');
}
