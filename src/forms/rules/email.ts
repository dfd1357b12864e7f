import { toUnicode } from 'punycode/punycode.es6.js';

/** Latin letters alone: those of other scripts can look like them, and lead elsewhere. */
const READABLE = /^[\p{Script=Latin}\p{M}\d.-]+$/u;

/**
 * An e-mail address as its owner writes it: browsers turn the letters of a domain such as `müller.example` into
 * `xn--mller-kva.example`, which is also what is sent. As stored where the domain cannot be read safely.
 */
export function shownEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/(^|\.)xn--/.test(domain)) return address;
  try {
    const shown = toUnicode(domain);
    return READABLE.test(shown) && new URL(`http://${shown}`).hostname === domain
      ? address.slice(0, at) + shown
      : address;
  } catch {
    return address;
  }
}
