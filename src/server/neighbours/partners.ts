import { createPrivateKey, createPublicKey } from 'node:crypto';
import * as z from 'zod';
import { FileUnusable, readTextFile } from '#server/config/text-file.ts';

/** Id of a portal in signed messages and in the content. */
export const portalId = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const CURVE = 'prime256v1';

const publicKey = z.string().refine((pem) => isOnCurve(() => createPublicKey(pem)), {
  message: 'a public key in PEM on the curve P-256 is expected',
});

/** An address without hidden parts: no user name, no fragment. */
const address = z.url({ protocol: /^https?$/ }).refine((value) => {
  const { username, password, hash } = new URL(value);
  return username === '' && password === '' && hash === '';
}, 'an address without user name and fragment is expected');

const withoutSlash = address.transform((value) => value.replace(/\/$/, ''));

const partner = z.strictObject({
  id: portalId,
  name: z.strictObject({ de: z.string().min(1).max(120), en: z.string().min(1).max(120) }),
  publicKey,
  /** Public address of its portal; its calls are below it. */
  portal: withoutSlash,
  /** Addresses that people may be sent back to: this origin, and this path or one below it. */
  returnAddresses: z.array(address).min(1),
});
/** Another portal that people are handed over to or come from. */
export type PartnerPortal = z.output<typeof partner>;

const partners = z
  .array(partner)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'an id occurs twice');

/** The partner portals of the variable EFA_PARTNERS: a JSON text, or the path of a file that holds it. */
export const partnerPortals = z
  .string()
  .transform((value, context): unknown => {
    try {
      return JSON.parse(/^\s*[[{]/.test(value) ? value : readTextFile(value));
    } catch (error) {
      const reason = error instanceof FileUnusable ? error.message : 'no JSON';
      context.addIssue({
        code: 'custom',
        message: `a list in JSON, or the path of one, is expected: ${reason}`,
      });
      return z.NEVER;
    }
  })
  .pipe(partners);

/** @returns whether a PEM text is a private key that can sign with ES256 */
export const canSign = (pem: string): boolean => isOnCurve(() => createPrivateKey(pem));

function isOnCurve(read: () => ReturnType<typeof createPublicKey>): boolean {
  try {
    return read().asymmetricKeyDetails?.namedCurve === CURVE;
  } catch {
    return false;
  }
}

/** Whether a partner's people may be sent back to an address. */
export function mayReturnTo({ returnAddresses }: Pick<PartnerPortal, 'returnAddresses'>, to: URL): boolean {
  if (to.username !== '' || to.password !== '') return false;
  return returnAddresses.some((known) => {
    const { origin, pathname } = new URL(known);
    const folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
    return to.origin === origin && (to.pathname === pathname || to.pathname.startsWith(folder));
  });
}
