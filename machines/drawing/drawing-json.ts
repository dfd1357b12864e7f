import type { AnyStateMachine } from 'xstate';

/**
 * A machine as XState JSON, as editors and viewers of XState read it: guards, actions, actors and delays by their names.
 * Left out are the data that it begins with, and functions: they only say which data parameters and inputs are made of.
 */
export const drawingJson = ({ config }: Pick<AnyStateMachine, 'config'>, indent?: number): string =>
  JSON.stringify(config, (key, value: unknown) => (key === 'context' ? undefined : value), indent);
