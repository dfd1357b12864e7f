/** The package has no types; by its file, because Node has a module of its own by the bare name. */
declare module 'punycode/punycode.es6.js' {
  /** A host name with its letters instead of `xn--`. @throws RangeError for what encodes no letters */
  export function toUnicode(domain: string): string;
}
