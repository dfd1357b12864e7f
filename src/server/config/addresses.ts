import * as z from 'zod';

/** Kinds of addresses that variables have. None of their messages contains a value. */
const addressOf = (faultOf: (address: URL, value: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const at = URL.canParse(value) ? new URL(value) : null;
    const message =
      at !== null && /^https?:$/.test(at.protocol)
        ? (userFault(at) ?? faultOf(at, value))
        : 'an address such as https://host is expected';
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
const userFault = ({ username, password, port }: URL): string | null =>
  username === '' && password === '' && port !== '0'
    ? null
    : 'an address without user, password or port 0 is expected; logins have variables of their own';
const ADDED = 'an address without ? and # is expected: the paths of calls are added to it';

/** An address that browsers are sent to, or that is called as it is. */
export const page = addressOf(() => null);
/** An address below which calls are made, so it ends with its path. */
export const url = addressOf((_, value) => (/[?#]/.test(value) ? ADDED : null));
/** The name of a provider of OpenID Connect, which is an address. */
export const issuer = addressOf(({ pathname }, value) => {
  if (/[?#]/.test(value)) return ADDED;
  return pathname.includes('/.well-known/')
    ? 'the issuer itself is expected, as its metadata has it, without /.well-known/…'
    : null;
});
/** The address of a program below whose path calls are made, which is added to it. */
export const without = (path: string) =>
  addressOf(({ pathname }) =>
    pathname.replace(/\/$/, '').endsWith(path)
      ? `ends with ${path}, which is added to it; leave it out`
      : null,
  );
