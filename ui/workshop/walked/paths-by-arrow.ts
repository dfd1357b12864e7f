/** Ids of the paths that take an arrow, in the order of the paths, by the id of the arrow. */
export function pathsByArrow(
  paths: readonly { id: string; arrows: readonly string[] }[],
): Map<string, string[]> {
  const by = new Map<string, Set<string>>();
  for (const { id, arrows } of paths) {
    for (const arrow of arrows) by.set(arrow, (by.get(arrow) ?? new Set()).add(id));
  }
  return new Map([...by].map(([arrow, ids]) => [arrow, [...ids]]));
}
