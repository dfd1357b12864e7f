import { subjectNames } from '../../subjects/index.ts';
import { writeWorkflowPages } from '../../workflows/pages.ts';
import { lockMachine, readLock, writeLock } from '../lock.ts';
import { plannedPaths } from '../planned.ts';
import type { Command } from './command.ts';

/** Locks the paths of every layer as they are now, and writes the pages of the workflows. */
export const lock: Command = {
  usage: 'lock [--machine NAME]',
  options: ['machine'],
  run: async ({ machine }, print) => {
    const locked = readLock();
    for (const [name, planned] of await plannedPaths(machine ? [machine] : subjectNames)) {
      locked[name] = lockMachine(name, planned);
      print(`${name}: locked`);
    }
    const known = Object.entries(locked).filter(([name]) => subjectNames.includes(name));
    writeLock(Object.fromEntries(known.toSorted(([one], [other]) => one.localeCompare(other))));
    // A workflow is accepted once: its paths, and the page that people read.
    print(`${await writeWorkflowPages()} pages in docs/workflows`);
    return 0;
  },
};
