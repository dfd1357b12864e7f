/** Tells whether two JSON values are equivalent. Keys without a value count as absent, and their order is ignored. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) =>
    saysTheSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}
