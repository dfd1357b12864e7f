/** The workflows with stored states: pure machines, one row each. All others are flows of the browser. */
export const statusMachines = [
  'process',
  'submission',
  'payment',
  'sentApplication',
  'handIn',
  'mail',
  'refund',
  'interruption',
] as const;
export type StatusMachine = (typeof statusMachines)[number];
