import { fromPromise } from 'xstate';
import type { ConflictView } from '#contract/conflict.ts';
import type { ProcessView } from '#contract/process.ts';
import { conflictMachine } from '#machines/conflict/conflict.machine.ts';
import type { ConflictQuery, Decided } from '#machines/conflict/conflict.types.ts';
import type { Api } from '../api.ts';
import { processCall } from './process-call.ts';

export const wireConflict = (api: Api) =>
  conflictMachine.provide({
    actors: {
      loadConflict: fromPromise<ConflictView, ConflictQuery>(({ input, signal }) =>
        api.getConflict({ ...processCall(input), signal }),
      ),
      decideConflict: fromPromise<ProcessView, Decided>(
        ({ input: { version, hash, apply, keep, correct, ...asked } }) =>
          api.decideConflict({
            ...processCall(asked),
            body: { version, hash, apply: [...apply], keep: [...keep], correct: [...correct] },
          }),
      ),
    },
  });
