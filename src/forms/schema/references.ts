import type { Placed, Targets } from './types.ts';
/** The reason why a component may not refer to the field; undefined if it may. */
export function referenceProblem(
  name: string,
  item: Placed,
  targets: Targets,
  before: boolean,
): string | undefined {
  const target = targets.get(name);
  if (!target) return `there is no field "${name}"`;
  if (target.grid && target.grid !== item.grid)
    return `"${name}" is in a repeating group; only fields of the same row can refer to it`;
  if (before && target.component === item.grid)
    return `"${name}" is the group this field is in; refer to fields of the own row`;
  if (before && target.order >= item.order) return `"${name}" comes later; refer to fields that come before`;
  return undefined;
}
