import { subjectNames } from '../../subjects/index.ts';
import { lockMachine, readLock, writeLock } from '../lock.ts';
import { plannedLayers, plannedPaths } from '../planned.ts';
import type { Command } from './command.ts';

/** Locks the paths as they are now. */
export const lock: Command = {
  usage: 'lock [--machine NAME]',
  run: ({ machine }, print) => {
    const locked = readLock();
    for (const name of machine ? [machine] : subjectNames) {
      const planned = plannedLayers(name).map((layer) => [layer, plannedPaths(name, layer)]);
      locked[name] = lockMachine(name, Object.fromEntries(planned));
      print(`${name}: locked`);
    }
    const known = Object.entries(locked).filter(([name]) => subjectNames.includes(name));
    writeLock(Object.fromEntries(known.toSorted(([one], [other]) => one.localeCompare(other))));
    return 0;
  },
};
