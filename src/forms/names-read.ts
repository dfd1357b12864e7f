/** Names that a JSONLogic rule reads, as it writes them: `data.copies`, `data.marks.aG`. */
export function namesRead(rule: unknown): Set<string> {
  if (Array.isArray(rule)) return new Set(rule.flatMap((part) => [...namesRead(part)]));
  if (typeof rule !== 'object' || rule === null) return new Set();
  return new Set(
    Object.entries(rule).flatMap(([operator, values]) => {
      if (operator !== 'var') return [...namesRead(values)];
      return [String(Array.isArray(values) ? values[0] : values)];
    }),
  );
}
