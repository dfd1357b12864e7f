import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { layers } from '#contract/walked-parts.ts';
import { allMachines } from '#machines/all-machines.ts';
import { type Arrow, arrowsOf } from '#machines/drawing/arrows.ts';
import { describeMachine } from '#machines/drawing/describe.ts';
import type { Layer } from '../reporting/shape.ts';

/** Ids of paths, by strategy. */
type LockedLayer = { tour: string[]; pairs?: string[] };
type LockedMachine = {
  /** Hash of the drawing: another one may draw the same paths. */
  drawing: string;
  /** Ids of the arrows, with the id of their rule in front, to tell new ones. */
  arrows: string[];
} & Partial<Record<Layer, LockedLayer>>;
type Lock = Record<string, LockedMachine>;

const file = resolve(import.meta.dirname, '../paths.lock.json');

export const readLock = (): Lock => JSON.parse(readFileSync(file, 'utf8')) as Lock;
export const writeLock = (lock: Lock): void => writeFileSync(file, `${JSON.stringify(lock, null, 1)}\n`);

/** Hash of everything that is drawn of a machine. */
export const drawingOf = (machine: string): string =>
  createHash('sha1')
    .update(JSON.stringify(describeMachine(allMachines[machine as keyof typeof allMachines])))
    .digest('hex')
    .slice(0, 12);

/** Ids of all arrows as locked: `PROC-06 EDITING form.completed`. */
export const arrowNamesOf = (machine: string): string[] =>
  arrowsOf(allMachines[machine as keyof typeof allMachines]).map(nameOfArrow);

/** An arrow as people quote it: the id of its rule, if it has one, and what it is drawn as. */
export const nameOfArrow = ({ rule, id }: Pick<Arrow, 'rule' | 'id'>): string =>
  rule ? `${rule} ${id}` : id;

type Planned = { tour: readonly { id: string }[]; pairs?: readonly { id: string }[] };

/** The ids alone. */
export const idsOf = ({ tour, pairs }: Planned): LockedLayer => ({
  tour: tour.map(({ id }) => id),
  ...(pairs && { pairs: pairs.map(({ id }) => id) }),
});

/** The locked form of a machine with its planned paths. */
export const lockMachine = (machine: string, planned: Partial<Record<Layer, Planned>>): LockedMachine => ({
  drawing: drawingOf(machine),
  arrows: arrowNamesOf(machine),
  ...Object.fromEntries(Object.entries(planned).map(([layer, paths]) => [layer, idsOf(paths)])),
});

export type Change = { added: string[]; removed: string[] };

/** Added and removed ids between two lists. */
export function changeOf(before: LockedLayer | undefined, after: LockedLayer): Change {
  const all = ({ tour, pairs = [] }: LockedLayer) => new Set([...tour, ...pairs]);
  const [old, now] = [all(before ?? { tour: [] }), all(after)];
  return {
    added: [...now].filter((id) => !old.has(id)),
    removed: [...old].filter((id) => !now.has(id)),
  };
}

/** `+3 paths, −1 path` */
export function countOf({ added, removed }: Change): string {
  const paths = (count: number) => `${count} ${count === 1 ? 'path' : 'paths'}`;
  return `+${paths(added.length)}, −${paths(removed.length)}`;
}

/** Arrows that are new since the lock, and those that are gone; all are new in a machine that is not locked. */
export function arrowChange(machine: string): Change {
  const [old, now] = [readLock()[machine]?.arrows ?? [], arrowNamesOf(machine)];
  return {
    added: now.filter((name) => !old.includes(name)),
    removed: old.filter((name) => !now.includes(name)),
  };
}

/** Differences between walked and locked paths, with the commands to see and lock them; empty if there are none. */
export function lockFaults(machine: string, layer: Layer, planned: Planned): string[] {
  const change = changeOf(readLock()[machine]?.[layer], idsOf(planned));
  if (change.added.length + change.removed.length === 0) return [];
  return [
    `model-tests/paths.lock.json is not up to date, ${machine}: ${countOf(change)}; ` +
      `see npm run paths -- diff --machine ${machine}, then npm run paths -- lock --machine ${machine}`,
  ];
}

/**
 * The machine and the layer that a path is locked for; undefined when it is not locked.
 * @param within only these
 */
export function findLocked(
  id: string,
  within: { machine?: string | undefined; layer?: Layer | undefined } = {},
): { machine: string; layer: Layer } | undefined {
  for (const [machine, locked] of Object.entries(readLock())) {
    if (machine !== (within.machine ?? machine)) continue;
    for (const layer of layers.filter((it) => it === (within.layer ?? it))) {
      const { tour = [], pairs = [] } = locked[layer] ?? {};
      if (tour.includes(id) || pairs.includes(id)) return { machine, layer };
    }
  }
  return undefined;
}
