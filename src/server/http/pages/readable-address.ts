/** How a proxy may name a host before the path. */
const HOST = /^https?:\/\/[^/?#]+/i;

/**
 * The address of a request, as a path that can be decoded, whatever was sent: what is no path, and percent signs that
 * encode nothing, are taken literally. So a mistyped address gets the "not found" page, and Fastify meets none that it
 * would answer by itself.
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
