/** The workflows whose states are stored: pure machines, one row each. All others are flows of the browser. */
export const statusMachines = ['process', 'submission', 'payment', 'sentApplication'] as const;
export type StatusMachine = (typeof statusMachines)[number];
