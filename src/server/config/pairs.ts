/** A name that is one of HTTP, too. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they would begin another header
const CONTROL = /[\0-\x1f\x7f]/;

/**
 * Reads `name=value,other=value`, with characters of both percent-encoded, as OpenTelemetry writes lists.
 * @returns null when it is no such list
 */
export function readPairs(list: string): Record<string, string> | null {
  const found: Record<string, string> = {};
  try {
    for (const pair of list.split(',')) {
      const at = Math.max(0, pair.indexOf('='));
      const name = decodeURIComponent(pair.slice(0, at).trim());
      const value = decodeURIComponent(pair.slice(at + 1).trim());
      if (!NAME.test(name) || CONTROL.test(value)) return null;
      found[name] = value;
    }
    return found;
  } catch {
    return null;
  }
}
