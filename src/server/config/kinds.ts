import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { elsterScopes } from '#domain/elster-scopes.ts';
import { type OperatorRole, operatorRoles } from '#domain/operator.ts';
import { mailAddress } from '#server/mails/smtp/address.ts';
import { readInstallationKeys } from '#server/sealing/local-keys.ts';
import { readClientKeys } from './client-keys.ts';
import { readPairs } from './pairs.ts';
import { isThisMachine } from './this-machine.ts';

/** Kinds of values that variables have. None of their messages contains a value. */
export const port = z.coerce.number().int().min(0).max(65_535);
export const url = z.url();
/** An address that browsers are sent to. */
export const page = z.url({ protocol: /^https?$/ });
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
  if (known.every((one) => networks.includes(one) || isIP(one.replace(/\/\d{1,3}$/, '')) !== 0)) return known;
  context.addIssue({
    code: 'custom',
    message: 'addresses or networks of the proxies are expected, or false',
  });
  return z.NEVER;
});

/** Why a file cannot be read. A value that is no absolute path may be a secret, which is not repeated. */
const unreadable = (value: string, cause: unknown): string => {
  const { code = 'unknown' } = cause as { code?: string };
  return `cannot read ${isAbsolute(value) ? value : 'the file that it names'} (${code})`;
};

/** A PEM text, or the path of a file that holds one. */
export const pem = z.string().transform((value, context) => {
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n');
  try {
    return readFileSync(value, 'utf8');
  } catch (cause) {
    context.addIssue({ code: 'custom', message: unreadable(value, cause) });
    return z.NEVER;
  }
});

/** Private keys, in PEM, that prove to a provider of OpenID Connect that the portal makes the request. */
export const clientKeys = pem.superRefine((value, context) => {
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
      return readInstallationKeys(isAbsolute(value) ? readFileSync(value, 'utf8') : value);
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
export const ownDevice = url.refine(
  (address) => isThisMachine(new URL(address).hostname),
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
  if (pairs.every((pair) => isRole(pair?.[1]))) {
    const namesOf = (role: OperatorRole) =>
      pairs.flatMap((pair) => (pair?.[1] === role && pair[2] !== undefined ? [pair[2]] : []));
    return { look: namesOf('look'), repair: namesOf('repair'), erase: namesOf('erase') };
  }
  context.addIssue({ code: 'custom', message: 'look=NAME,repair=NAME,erase=NAME is expected' });
  return z.NEVER;
});
