import type { EventObject } from 'xstate';
import { layers } from '#contract/walked-parts.ts';
import type { Locale } from '#domain/locale.ts';
import type { Layer } from '../../reporting/shape.ts';
import { subjectNames } from '../../subjects/index.ts';
import { commandFor } from '../chosen.ts';
import { worldOf } from '../layers.ts';
import { arrowChange, type Change, changeOf, countOf, drawingOf, idsOf, readLock } from '../lock.ts';
import { waysOver } from '../new-arrows.ts';
import type { Path } from '../path.ts';
import { type PlannedLayers, pathsOf, plannedPaths } from '../planned.ts';
import { teller } from '../words.ts';
import type { Command } from './command.ts';

/** Number of paths that are printed in full; of more, only the ids. */
const TOLD = 5;

/** Differences between the machines and the lock: first the arrows, each with the way over it, then the paths. */
export const diff: Command = {
  usage: 'diff [--machine NAME] [--layer machine|http|browser] [--language de|en]',
  options: ['machine', 'layer', 'language'],
  run: async ({ machine, layer, locale = 'en' }, print) => {
    const locked = readLock();
    const planned = await plannedPaths(machine ? [machine] : subjectNames, layer);
    const found = [...planned].flatMap(([name, byLayer]) => {
      const redrawn = locked[name]?.drawing === drawingOf(name) ? [] : [`${name} is drawn otherwise`];
      const changes = layers.flatMap((it) => {
        const here = byLayer[it];
        if (!here) return [];
        const change = changeOf(locked[name]?.[it], idsOf(here));
        return tellChange({ name, layer: it, change, paths: pathsOf(here), locale });
      });
      return [...redrawn, ...tellArrows(name, arrowChange(name), byLayer), ...changes];
    });
    for (const line of found) print(line);
    if (found.length === 0) print('as locked');
    return found.length === 0 ? 0 : 1;
  },
};

const arrowCount = (count: number) => `${count} ${count === 1 ? 'arrow' : 'arrows'}`;

/** `process: 1 arrow new, 0 gone`, and for each new one the command that walks it soonest in each layer. */
export function tellArrows(name: string, { added, removed }: Change, planned: PlannedLayers): string[] {
  if (added.length + removed.length === 0) return [];
  const ways = waysOver(added, planned).flatMap(({ arrow, ways: byLayer }) => [
    `+ ${arrow}`,
    ...Object.entries(byLayer).map(([layer, path]) =>
      path
        ? `  ${commandFor({ id: path.id, machine: name }, layer as Layer)} (${path.steps.length} steps)`
        : `  ${layer}: no path takes it; what happens there says ${worldOf(name, layer as Layer)}`,
    ),
  ]);
  return [
    `${name}: ${arrowCount(added.length)} new, ${removed.length} gone`,
    ...ways,
    ...removed.map((arrow) => `− ${arrow}`),
  ];
}

type Changed = {
  name: string;
  layer: Layer;
  change: Change;
  paths: readonly Path<EventObject>[];
  locale: Locale;
};

/** `process: +3 paths, −1 path`, then the new ones in words. */
export function tellChange({ name, layer, change, paths, locale }: Changed): string[] {
  const { added, removed } = change;
  if (added.length + removed.length === 0) return [];
  const told = new Set(added.slice(0, TOLD));
  const tell = teller(name, locale);
  const where = layer === 'machine' ? '' : ` (${layer})`;
  return [
    `${name}${where}: ${countOf(change)}`,
    ...paths.filter(({ id }) => told.delete(id)).map((path) => `+ ${tell(path).join('\n  ')}`),
    ...added.slice(TOLD).map((id) => `+ ${id}`),
    ...removed.map((id) => `− ${id}`),
    ...added.slice(0, 1).map((id) => `to walk a new one: ${commandFor({ id, machine: name }, layer)}`),
  ];
}
