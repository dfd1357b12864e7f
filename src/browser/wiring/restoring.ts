import { fromPromise, type SnapshotFrom } from 'xstate';
import type { RestoredAnswers } from '#contract/saved-answers.ts';
import { MOST_CHARACTERS } from '#domain/saved-answers.ts';
import type { applicationMachine } from '#machines/application/application.machine.ts';
import { offerQueryOf } from '#machines/application/application.queries.ts';
import { restoringMachine } from '#machines/restoring/restoring.machine.ts';
import type { ChosenAnswers } from '#machines/restoring/restoring.types.ts';
import type { Api } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';

type Host = {
  /** The start of the application on the screen. */
  application: () => SnapshotFrom<typeof applicationMachine> | undefined;
  /** Called when a call has opened an anonymous session. */
  sessionOpened: () => void;
};

export const wireRestoring = (api: Api, { application, sessionOpened }: Host) =>
  restoringMachine.provide({
    actors: {
      restoreAnswers: fromPromise<RestoredAnswers, { file: ChosenAnswers; code: string }>(
        async ({ input: { file, code } }) => {
          const snapshot = application();
          const metadataId = snapshot?.context.offer?.metadataId;
          if (!snapshot || metadataId === undefined) throw new ApiProblem('form-not-found');
          const { area, locale } = offerQueryOf(snapshot);
          if (file.size > MOST_CHARACTERS) throw new ApiProblem('saved-answers-damaged');
          const body = { file: await textOf(file), code, metadataId, area, lang: locale };
          const { viewer } = snapshot.context;
          if (viewer !== 'anonymous' && viewer !== 'account') await api.openPseudo({ body: { locale } });
          try {
            return await api.restoreAnswers({ body });
          } finally {
            // The session is reported only now: the workflows then ask again for the viewer, and for applications that have begun here.
            if (viewer === 'none') sessionOpened();
          }
        },
      ),
    },
  });

/** Reads a file as text: old phones know no `text()` of a file. */
async function textOf(file: ChosenAnswers): Promise<string> {
  try {
    return await new Response(file as unknown as Blob).text();
  } catch {
    // The file is gone, or cannot be read.
    throw new ApiProblem('saved-answers-damaged');
  }
}
