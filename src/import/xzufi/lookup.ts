/**
 * Finds keys of objects by references to them: with the agency, or with the bare identifier where only one object has
 * it.
 */
export function lookup(keys: Iterable<string>): (reference: string) => string | null {
  const known = new Set<string>();
  const byIdentifier = new Map<string, string | null>();
  for (const key of keys) {
    known.add(key);
    const identifier = bare(key);
    byIdentifier.set(identifier, byIdentifier.has(identifier) ? null : key);
  }
  return (reference) => {
    if (known.has(reference)) return reference;
    const key = byIdentifier.get(bare(reference)) ?? null;
    // Two agencies mean two objects; a missing agency matches any.
    return key !== null && (reference.includes(' ') === false || key.includes(' ') === false) ? key : null;
  };
}

const bare = (key: string) => key.slice(key.indexOf(' ') + 1);
