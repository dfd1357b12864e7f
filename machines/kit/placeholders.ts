import { type AnyStateMachine, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';

/** An actor that must be given by `.provide()`; until then it rejects and says so. */
export const placeholder = <Output, Input extends NonReducibleUnknown = undefined>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor "${name}" was not provided`)));

/** A watcher of the outside world that must be given by `.provide()`; until then it watches nothing. */
export const silentWatcher = <Input extends NonReducibleUnknown = undefined>() =>
  fromCallback<{ type: 'never' }, Input>(() => undefined);

/** A whole flow that must be given by `.provide()`; its type is known here, its code is not. */
export const missingFlow = <Machine extends AnyStateMachine>(name: string): Machine =>
  placeholder<never, NonReducibleUnknown>(name) as unknown as Machine;
