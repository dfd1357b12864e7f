import type { SchemaNode } from './node.ts';

/** Bytes of a schema's file: the largest of 91 real ones has a tenth of it. */
export const MAX_BYTES = 1024 * 1024;
/** Elements after all references are followed: few lines can refer to each other a million times. */
export const MAX_NODES = 20_000;
export const MAX_DEPTH = 20;
/** By FIT-Connect, of a schemaUri. */
export const MAX_URI = 200;
/** Faults that are told of one file: the same slip is often made everywhere. */
const MAX_FAULTS = 5;

/** Returns the first faults, with the number of the others in the last one. */
export function firstFaults<F extends { reason: string }>(faults: F[]): F[] {
  const told = faults.slice(0, MAX_FAULTS);
  const last = told.at(-1);
  const left = faults.length - told.length;
  return last && left > 0
    ? [...told.slice(0, -1), { ...last, reason: `${last.reason} (and ${left} more faults)` }]
    : told;
}

/** Returns why the children of a group cannot be told apart; null if they can. */
export function childrenFault(path: string, children: readonly SchemaNode[]): string | null {
  const ids = path.split('.');
  for (const [index, { id, name }] of children.entries()) {
    const other = children.findIndex((child) => child.id === id);
    if (other !== index) return `${children[other]?.name} and ${name} are the same element of one group`;
    if (ids.includes(id)) return `${name} is inside of itself`;
  }
  return null;
}
