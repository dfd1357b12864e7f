import type { AnyStateMachine } from 'xstate';

/**
 * A machine as XState JSON, as editors and viewers of XState read it: guards, actions, actors and delays by their
 * names. The initial data and functions are left out: the latter only say which data parameters and inputs are made of.
 */
export const drawingJson = ({ config }: Pick<AnyStateMachine, 'config'>, indent?: number): string =>
  JSON.stringify(config, (key, value: unknown) => (key === 'context' ? undefined : value), indent);
