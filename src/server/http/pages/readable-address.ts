/** A host before the path, as some proxies write it. */
const HOST = /^https?:\/\/[^/?#]+/i;

/**
 * Returns the address of a request as a path that can be decoded. Anything that is no path, and percent signs that
 * encode nothing, are taken literally. So a mistyped address gets the "not found" page instead of an answer by
 * Fastify itself.
 */
export function readableAddress(url: string): string {
  const address = url.replace(HOST, '');
  const path = address.startsWith('/') ? address : `/${address}`;
  try {
    decodeURI(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}
