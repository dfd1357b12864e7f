import type { SnapshotFrom } from 'xstate';
import { isUnderWay } from '../upload/pending-files.ts';
import type { handingInMachine } from './handingIn.machine.ts';

type Snapshot = SnapshotFrom<typeof handingInMachine>;

export const selectHandInIsLoading = (snapshot: Snapshot): boolean => snapshot.matches('loading');
export const selectHandInHasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
/** The wish of the person is being carried out: files on their way are awaited, or a call is. */
export const selectHandInIsBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** Whether files on their way are awaited before they are handed in. */
export const selectFilesAreAwaited = (snapshot: Snapshot): boolean => snapshot.matches('awaitingFiles');
/** Files that keep the last attempt from being carried out: sending them failed, or they were refused. */
export const selectMissedFiles = ({ context }: Snapshot) =>
  context.failedAttempts === 0
    ? NONE
    : context.pendingFiles.filter(({ stage }) => stage === 'failed' || stage === 'refused');
const NONE: Snapshot['context']['pendingFiles'] = [];

export const selectFilesAreOnTheirWay = ({ context }: Snapshot): boolean =>
  context.pendingFiles.some(isUnderWay);
/** Files were chosen that the authority does not get unless they are handed in. */
export const selectFilesAreLeft = (snapshot: Snapshot): boolean =>
  selectFilesAreOnTheirWay(snapshot) || (snapshot.context.page?.files.length ?? 0) > 0;
