import type { SnapshotFrom } from 'xstate';
import type { TrustLevel } from '#domain/trust-level.ts';
import { levelIsTooLow } from '../kit/problem.ts';

import { askedFiles, awaitedFiles, brokenRules, isUnderWay, missedFiles } from './form.files.ts';
import type { formMachine } from './form.machine.ts';
import { pageBefore, pageIndex, visiblePages } from './form.pages.ts';
import { pauseOf } from './form.pauses.ts';
import type { BrokenRule, PendingFile } from './form.types.ts';

type Snapshot = SnapshotFrom<typeof formMachine>;

/** What the save sign says. `saved` is only said after something was saved in this window. */
export type SaveState =
  | 'untouched'
  | 'saving'
  | 'saved'
  | 'retrying'
  | 'blocked'
  | 'conflict'
  | 'refused'
  /** Files are on their way. */
  | 'uploading'
  /** A file that was chosen has not arrived, and will not by itself. */
  | 'filesMissing';

export const selectSaveState = (snapshot: Snapshot): SaveState => {
  if (snapshot.matches({ open: { saving: 'clean' } })) {
    const pending = askedFiles(snapshot.context);
    if (pending.some(isUnderWay)) return 'uploading';
    if (pending.length > 0) return 'filesMissing';
    return snapshot.context.savedAt ? 'saved' : 'untouched';
  }
  if (snapshot.hasTag('conflict')) return 'conflict';
  if (snapshot.hasTag('retrying')) return 'retrying';
  if (snapshot.hasTag('blocked')) return 'blocked';
  if (snapshot.hasTag('refused')) return 'refused';
  return 'saving';
};

/** How long it is waited before the next try, and which try that is; null while it is not waited. */
export const selectPause = (snapshot: Snapshot): { ms: number; attempt: number } | null => {
  if (!snapshot.matches({ open: { saving: 'pausing' } })) return null;
  return { ms: pauseOf(snapshot.context), attempt: snapshot.context.attempts };
};

/** Saving needs the person: a newer state, a refusal, or no session any more. */
export const selectIsHindered = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('conflict') || snapshot.hasTag('refused') || snapshot.hasTag('blocked');

/** The trust level without which nothing more is saved; null when it is not that. */
export const selectNeededLevel = (snapshot: Snapshot): TrustLevel | null => {
  const { problem } = snapshot.context;
  if (!snapshot.hasTag('blocked') || problem === null || !levelIsTooLow(problem)) return null;
  return problem.trustLevel ?? 'high';
};

/** The person has not said yet whether to take the newer state. */
export const selectAsksAboutNewerState = (snapshot: Snapshot): boolean => snapshot.hasTag('asking');

/** Something is on the screen that is no part of what the service has stored: entries, or files. */
export const selectHasUnsaved = ({ context }: Snapshot): boolean =>
  context.revision !== context.savedRevision || askedFiles(context).length > 0;

/** Files of the form are on their way; leaving now would lose them. */
export const selectHasPendingFiles = ({ context }: Snapshot): boolean => askedFiles(context).length > 0;

/** Bytes of the pending files that have left: as long as they grow, waiting makes sense. */
export const selectBytesSent = ({ context }: Snapshot): number =>
  context.pendingFiles.reduce((sum, { loaded }) => sum + loaded, 0);

export const selectIsLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectFormHasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
/** Going on leads back to the summary, where the person came from to change something. */
export const selectReturnsToSummary = ({ context }: Snapshot): boolean => context.returnsToSummary;
/** The change made before has made this page necessary. */
export const selectIsMadeNecessary = ({ context }: Snapshot): boolean => context.isMadeNecessary;
export const selectIsFinishing = (snapshot: Snapshot): boolean =>
  snapshot.matches({ open: { navigation: 'finishing' } });

const none: readonly BrokenRule[] = [];
/** Errors to be shown: those of the page, once the person tried to go on. */
export const selectShownErrors = (snapshot: Snapshot): readonly BrokenRule[] => {
  if (!snapshot.matches({ open: { navigation: 'showingErrors' } })) return none;
  return brokenRules(snapshot.context);
};

/** A file that did not arrive, and the page that it belongs to when that is another one than the present. */
export type MissedFile = PendingFile & { page: { key: string; title: string } | null };

const nothingMissed: readonly MissedFile[] = [];
/** Files that keep the person from going on, once it was tried. */
export const selectMissedFiles = (snapshot: Snapshot): readonly MissedFile[] => {
  if (!snapshot.matches({ open: { navigation: 'showingErrors' } })) return nothingMissed;
  const { rules, definition, evaluation, page } = snapshot.context;
  return missedFiles(snapshot.context).map((file) => {
    const key = rules.pageOf(definition, file.path);
    const other = key === page ? undefined : evaluation.pages.find((it) => it.key === key);
    return { ...file, page: other ? { key: other.key, title: other.title } : null };
  });
};

/** How many files are waited for before it goes on by itself, and how far they are (bytes); null when none is. */
export const selectAwaited = (snapshot: Snapshot): { count: number; loaded: number; size: number } | null => {
  if (!snapshot.matches({ open: { navigation: 'awaiting' } })) return null;
  const files = awaitedFiles(snapshot.context);
  return {
    count: files.length,
    loaded: files.reduce((sum, { loaded }) => sum + loaded, 0),
    size: files.reduce((sum, { size }) => sum + size, 0),
  };
};

export type PageView = {
  pages: { key: string; title: string; state: 'current' | 'visited' | 'open' }[];
  /** Position among the visible pages, from 0. */
  index: number;
  title: string;
  isFirst: boolean;
};

/** The page on the screen and the way to it, for heading, overview and back link. */
export const selectPageView = ({ context }: Snapshot): PageView => ({
  pages: visiblePages(context).map(({ key, title }) => ({
    key,
    title,
    state: key === context.page ? 'current' : context.visited.includes(key) ? 'visited' : 'open',
  })),
  index: Math.max(pageIndex(context), 0),
  title: context.evaluation.pages.find((it) => it.key === context.page)?.title ?? '',
  isFirst: pageBefore(context) === null,
});
