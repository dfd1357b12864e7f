/**
 * The address of a request; percent signs that encode nothing are taken literally, so that a mistyped address gets the
 * "not found" page.
 */
export function readableAddress(url: string): string {
  try {
    decodeURI(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
