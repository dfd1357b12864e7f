/**
 * The address of a request; percent signs that encode nothing are taken as such, so that a mistyped address is
 * answered by the page that says so.
 */
export function readableAddress(url: string): string {
  try {
    decodeURI(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
