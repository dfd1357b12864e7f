/** Replaces what was left out. */
export const LEFT_OUT = '[…]';

/**
 * Parts of a text that identify somebody: addresses of e-mail and of the web, and everything with five digits or more
 * (telephone, account, ticket and tax numbers, dates of birth, plates with their spaces and signs).
 */
const TELLING = [
  /[^\s<>()"']+@[^\s<>()"']+/gu,
  /\b(?:https?:\/\/|www\.)\S+/giu,
  /\b[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{2,4}){3,8}\b/gu,
  /\p{L}{0,3}[-–]?\+?\p{Nd}(?:[ \u00a0./()–-]{0,3}\p{Nd}){4,}\p{L}{0,3}/gu,
];

/**
 * Returns a free text without numbers and addresses that identify somebody. Names stay: nothing recognises them
 * surely, so the form asks people to leave them out.
 */
export const withoutPersonalData = (text: string): string =>
  TELLING.reduce((left, pattern) => left.replace(pattern, LEFT_OUT), text.normalize('NFC'));
