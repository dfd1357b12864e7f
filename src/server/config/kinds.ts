import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { elsterScopes } from '#domain/elster-scopes.ts';
import { type OperatorRole, operatorRoles } from '#domain/operator.ts';
import { mailAddress } from '#server/mails/smtp/address.ts';
import { readInstallationKeys } from '#server/sealing/local-keys.ts';
import { page } from './addresses.ts';
import { readClientKeys } from './client-keys.ts';
import { databaseAddressFault } from './database-address.ts';
import { readPairs } from './pairs.ts';
import { certificateFault, privateKeyFault, publicKeyFault } from './pem-faults.ts';
import { FileUnusable, readTextFile } from './text-file.ts';
import { isThisMachine } from './this-machine.ts';

/** Kinds of values that variables have. None of their messages contains a value. */
export const port = z.coerce.number().int().min(0).max(65_535);
/** An address to listen at. */
export const host = z
  .string()
  .refine(
    (value) => isIP(value) !== 0 || /^[\w.-]+$/.test(value),
    'an address of this machine is expected, as 127.0.0.1 or ::, without port and scheme',
  );
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const word = z.string().min(1);
export const count = z.coerce.number().int().positive();
export const minutes = z.coerce
  .number()
  .positive()
  .max(24 * 60);

/** Names of networks that represent their addresses. */
const networks = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Only our own proxies may name a caller's address, because callers can write this header, too. Proxies are known
 * only by their address: a number of proxies would let a caller that bypasses them count as one.
 */
export const proxies = z.string().transform((value, context): false | string[] => {
  if (value === 'false') return false;
  const known = value.split(',').map((one) => one.trim());
  const message = known.every(isNetwork)
    ? known.some((one) => one.endsWith('/0'))
      ? 'a network of all addresses would let every caller choose its address'
      : null
    : 'addresses or networks of the proxies are expected, as 10.0.0.5,10.1.0.0/16, or false';
  if (message === null) return known;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function isNetwork(text: string): boolean {
  if (networks.includes(text)) return true;
  const [, address = '', bits = '0'] = /^(.+?)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** An address of PostgreSQL whose parts are where they seem to be. */
export const databaseAddress = z.string().superRefine((address, context) => {
  const message = databaseAddressFault(address);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** A PEM text, or the path of a file that holds one. */
const pem = z.string().transform((value, context) => {
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n');
  try {
    return readTextFile(value).replace(/^\uFEFF/, '');
  } catch (cause) {
    const reason = cause instanceof FileUnusable ? cause.message : 'cannot be read';
    const hint = isAbsolute(value)
      ? ''
      : '; a text in PEM (-----BEGIN …) or the path of its file is expected';
    context.addIssue({ code: 'custom', message: `${reason}${hint}` });
    return z.NEVER;
  }
});

/** Further checks are of use only where this one finds nothing. */
const checkedBy = (faultOf: (pem: string) => string | null) =>
  pem.superRefine((value, context) => {
    const message = faultOf(value);
    if (message !== null) context.addIssue({ code: 'custom', message, continue: false });
  });

/** Certificates in PEM. */
export const certificates = checkedBy(certificateFault);
/** Private keys in PEM. */
export const privateKeys = checkedBy(privateKeyFault);
/** A public key in PEM. */
export const publicKey = checkedBy(publicKeyFault);

/** Private keys, in PEM, that prove to a provider of OpenID Connect that the portal makes the request. */
export const clientKeys = privateKeys.superRefine((value, context) => {
  try {
    readClientKeys(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' });
  }
});

/** Keys that seal what is stored, the newest first: lines, or the absolute path of a file of them. */
export const installationKeys = z
  .string()
  .transform((value, context): ReturnType<typeof readInstallationKeys> => {
    try {
      return readInstallationKeys(isAbsolute(value) ? readTextFile(value) : value);
    } catch (error) {
      // The reason names a line or a file, and never a key.
      context.addIssue({
        code: 'custom',
        message: error instanceof Error ? error.message : 'cannot be read',
      });
      return z.NEVER;
    }
  });

/** `{"companyName":"Firma"}`: names of a provider's attributes that differ from those of its data (scopes). */
export const attributeNames = z
  .string()
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON is expected' });
      return z.NEVER;
    }
  })
  .pipe(z.partialRecord(z.enum(elsterScopes), z.string().min(1)));

/** An address on the reader's own device. */
export const ownDevice = page.refine(
  (address) => URL.canParse(address) && isThisMachine(new URL(address).hostname),
  "an address of the person's own device is expected",
);

/** `name=value,other=value`, percent-encoded (pairs.ts). */
export const pairs = z.string().superRefine((value, context) => {
  if (readPairs(value) !== null) return;
  context.addIssue({ code: 'custom', message: 'NAME=VALUE,NAME=VALUE is expected, percent-encoded' });
});

export const mailbox = z.string().transform((value, context) => {
  const address = mailAddress(value);
  if (address !== null) return address;
  context.addIssue({ code: 'custom', message: 'an e-mail address is expected' });
  return z.NEVER;
});

/** `look=portal-look,repair=portal-admin,repair=portal-repair`: names at a provider that give the roles of operators. */
export const roleNames = z.string().transform((value, context): Record<OperatorRole, string[]> => {
  const pairs = value.split(',').map((pair) => /^\s*(\w+)=(.*\S)\s*$/.exec(pair));
  const isRole = (name = ''): name is OperatorRole => (operatorRoles as readonly string[]).includes(name);
  const isMore = (names = '') => /[;\s](look|repair|erase)=/.test(names);
  if (pairs.every((pair) => isRole(pair?.[1]) && !isMore(pair?.[2]))) {
    const namesOf = (role: OperatorRole) =>
      pairs.flatMap((pair) => (pair?.[1] === role && pair[2] !== undefined ? [pair[2]] : []));
    return { look: namesOf('look'), repair: namesOf('repair'), erase: namesOf('erase') };
  }
  context.addIssue({ code: 'custom', message: 'look=NAME,repair=NAME,erase=NAME is expected' });
  return z.NEVER;
});
