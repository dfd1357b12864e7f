import {
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
} from 'xstate';

/** An actor that `.provide()` must replace; until then it rejects. */
export const placeholder = <Output, Input extends NonReducibleUnknown = undefined>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor "${name}" was not provided`)));

/** A callback actor that `.provide()` must replace; until then it watches nothing. */
export const idleWatcher = <
  Input extends NonReducibleUnknown = undefined,
  Told extends EventObject = { type: 'never' },
>() => fromCallback<Told, Input>(() => undefined);

/** A flow that `.provide()` must add; its type is known here, its code is not. */
export const missingFlow = <Machine extends AnyStateMachine>(name: string): Machine =>
  placeholder<never, NonReducibleUnknown>(name) as unknown as Machine;
