import { allMachines, statusMachines } from '#machines/all-machines.ts';
import { type DescribedMachine, describeMachine } from '#machines/drawing/describe.ts';

/** Every workflow as it is drawn, by name. */
export const workflows: ReadonlyMap<string, DescribedMachine> = new Map(
  Object.entries(allMachines).map(([name, machine]) => [name, describeMachine(machine)]),
);

/** Whether the server decides by a machine, and stores its state. */
export const isStatusMachine = (name: string): boolean =>
  (statusMachines as readonly string[]).includes(name);
