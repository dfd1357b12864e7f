/** Where a workflow is walked: on the machine, over HTTP, in a browser. */
export const layers = ['machine', 'http', 'browser'] as const;

/** Parts of a machine that can be covered. */
export const coverageKinds = [
  'states',
  'transitions',
  'guard outcomes',
  'conditions',
  'refused events',
  'transition pairs',
  'rules',
] as const;
