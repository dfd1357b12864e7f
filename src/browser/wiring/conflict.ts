import { fromPromise } from 'xstate';
import type { ConflictView } from '#contract/conflict.ts';
import type { ProcessView } from '#contract/process.ts';
import { conflictMachine } from '#machines/conflict/conflict.machine.ts';
import type { ConflictQuery, Decided } from '#machines/conflict/conflict.types.ts';
import type { Api } from '../api.ts';

export const wireConflict = (api: Api) =>
  conflictMachine.provide({
    actors: {
      loadConflict: fromPromise<ConflictView, ConflictQuery>(({ input: { processId, locale }, signal }) =>
        api.getConflict({ params: { id: processId }, query: { lang: locale }, signal }),
      ),
      decideConflict: fromPromise<ProcessView, Decided>(
        ({ input: { processId, locale, version, hash, apply, keep, correct } }) =>
          api.decideConflict({
            params: { id: processId },
            query: { lang: locale },
            body: { version, hash, apply: [...apply], keep: [...keep], correct: [...correct] },
          }),
      ),
    },
  });
