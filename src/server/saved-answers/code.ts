import { randomInt } from 'node:crypto';

/** Crockford's alphabet: no letter that is read as a digit, nor U, by which words would arise. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP = 4;

/** A code of 60 bits, to be written down: "K7QM-3XWD-9PTA". */
export const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** A code as typed, in one spelling: without separators, letters as the digits that they are taken for. */
export const plainCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
