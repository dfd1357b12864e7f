import type { EventObject } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import type { Layer } from '../../reporting/shape.ts';
import { subjectNames } from '../../subjects/index.ts';
import { commandFor } from '../chosen.ts';
import { type Change, changeOf, countOf, drawingOf, idsOf, readLock } from '../lock.ts';
import type { Path } from '../path.ts';
import { plannedLayers, plannedPaths } from '../planned.ts';
import { teller } from '../words.ts';
import type { Command } from './command.ts';

/** Number of paths that are printed in full; of more, only the ids. */
const TOLD = 5;

/** Differences between the paths of the machines and the locked ones. */
export const diff: Command = {
  usage: 'diff [--machine NAME] [--language de|en]',
  run: ({ machine, locale = 'en' }, print) => {
    const locked = readLock();
    const found = (machine ? [machine] : subjectNames).flatMap((name) => {
      const redrawn = locked[name]?.drawing === drawingOf(name) ? [] : [`${name} is drawn otherwise`];
      const changes = plannedLayers(name).flatMap((layer) => {
        const planned = plannedPaths(name, layer);
        const change = changeOf(locked[name]?.[layer], idsOf(planned));
        const paths = [...planned.tour, ...(planned.pairs ?? [])];
        return tellChange({ name, layer, change, paths, locale });
      });
      return [...redrawn, ...changes];
    });
    for (const line of found) print(line);
    if (found.length === 0) print('as locked');
    return found.length === 0 ? 0 : 1;
  },
};

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
