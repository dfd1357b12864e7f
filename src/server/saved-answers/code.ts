import { randomInt } from 'node:crypto';

/** Crockford's alphabet: no letter that looks like a digit, nor U, which would form words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP = 4;

/** Returns a code of 60 bits, to be written down: "K7QM-3XWD-9PTA". */
export const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Returns a typed code in one spelling: without separators, and with digits for the letters that look like them. */
export const plainCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
