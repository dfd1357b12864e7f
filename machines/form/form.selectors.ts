import type { SnapshotFrom } from 'xstate';
import type { TrustLevel } from '#domain/trust-level.ts';
import { pageOf } from '#forms/paths.ts';
import type { FieldError } from '#forms/types.ts';
import type { FrameSaving } from '../embedded/embedded.types.ts';
import { levelIsTooLow } from '../kit/problem.ts';
import { saysTheSame } from './form.equal.ts';
import { askedFiles, awaitedFiles, brokenRules, isUnderWay, missedFiles } from './form.files.ts';
import type { formMachine } from './form.machine.ts';
import { pageBefore, pageIndex, visiblePages } from './form.pages.ts';
import { pauseOf } from './form.pauses.ts';
import type { PendingFile } from './form.types.ts';

type Snapshot = SnapshotFrom<typeof formMachine>;

/** State of the save indicator. `saved` only after something was saved in this window. */
export type SaveState =
  | 'untouched'
  | 'saving'
  | 'saved'
  | 'retrying'
  | 'blocked'
  | 'conflict'
  | 'refused'
  /** Another window edits. */
  | 'elsewhere'
  /** Files are being uploaded. */
  | 'uploading'
  /** A chosen file has not arrived and will not without the person. */
  | 'filesMissing';

export const selectSaveState = (snapshot: Snapshot): SaveState => {
  if (snapshot.hasTag('embedded')) return savingOfFrame[snapshot.context.frameSaving](snapshot.context);
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
  if (snapshot.hasTag('elsewhere')) return 'elsewhere';
  return 'saving';
};

const always = (state: SaveState) => () => state;
const savingOfFrame: Record<FrameSaving, (context: Snapshot['context']) => SaveState> = {
  clean: ({ savedAt }) => (savedAt ? 'saved' : 'untouched'),
  dirty: always('saving'),
  sending: always('saving'),
  pausing: always('retrying'),
  comparing: always('retrying'),
  elsewhere: always('elsewhere'),
  locked: always('blocked'),
  ended: always('refused'),
  gone: always('refused'),
};
/** There is nothing left that could be saved. */
const settled: ReadonlySet<FrameSaving> = new Set(['clean', 'ended', 'gone']);

/** How long the wait before the next attempt is, and which attempt that is; null while not waiting. */
export const selectPause = (snapshot: Snapshot): { ms: number; attempt: number } | null => {
  const isPausing =
    snapshot.matches({ open: { saving: 'pausing' } }) ||
    (snapshot.hasTag('embedded') && snapshot.context.frameSaving === 'pausing');
  if (!isPausing) return null;
  return { ms: pauseOf(snapshot.context), attempt: snapshot.context.attempts };
};

/** Saving needs the person: a newer state, a refusal, or no session any more. */
export const selectIsHindered = (snapshot: Snapshot): boolean => {
  const state = selectSaveState(snapshot);
  return state === 'conflict' || state === 'refused' || state === 'blocked';
};

/** The trust level without which nothing more is saved; null if that is not the reason. */
export const selectNeededLevel = (snapshot: Snapshot): TrustLevel | null => {
  const { problem } = snapshot.context;
  if (selectSaveState(snapshot) !== 'blocked' || problem === null || !levelIsTooLow(problem)) return null;
  return problem.trustLevel ?? 'high';
};

/** The person has not yet decided whether to take the newer state. */
export const selectAsksAboutNewerState = (snapshot: Snapshot): boolean => snapshot.hasTag('asking');

/**
 * Something on the screen is not part of what the server has stored: entries, or files. That a page was turned is
 * written as well, but nobody loses it who leaves before that.
 */
export const selectHasUnsaved = (snapshot: Snapshot): boolean => {
  const { data, savedData, frameSaving } = snapshot.context;
  if (snapshot.hasTag('embedded')) return !settled.has(frameSaving);
  return !saysTheSame(data, savedData) || askedFiles(snapshot.context).length > 0;
};

/**
 * Something is still to be written: what is unsaved, or that a page was turned. In a window that does not edit the
 * latter is of no concern.
 */
export const selectHasToWrite = (snapshot: Snapshot): boolean => {
  const { revision, savedRevision } = snapshot.context;
  const isBehind =
    !snapshot.hasTag('embedded') && !snapshot.hasTag('elsewhere') && revision !== savedRevision;
  return isBehind || selectHasUnsaved(snapshot);
};

/** Files of the form are being uploaded; leaving now would lose them. */
export const selectHasPendingFiles = ({ context }: Snapshot): boolean => askedFiles(context).length > 0;

/** Bytes of the pending files that were sent: as long as they grow, waiting is worthwhile. */
export const selectBytesSent = ({ context }: Snapshot): number =>
  context.pendingFiles.reduce((sum, { loaded }) => sum + loaded, 0);

export const selectIsLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectFormHasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
/** Another window edits, so the form is not even loaded. */
export const selectIsBarred = (snapshot: Snapshot): boolean => snapshot.matches('barred');
/** The workflow of the frame, when a form server shows the form. */
export const selectEmbedded = (snapshot: Snapshot) => snapshot.children.embedded;
/** Continuing leads back to the summary, where the person came from to change something. */
export const selectReturnsToSummary = ({ context }: Snapshot): boolean => context.returnsToSummary;
/** The previous change made this page necessary. */
/** Keys of the fields on the page on the screen that the person wanted to correct. */
export const selectToCorrect = ({ context }: Snapshot): string[] =>
  context.toCorrect.filter(({ page }) => page === context.page).map(({ key }) => key);

/** Another page with something to correct comes before the summary. */
export const selectCorrectsMore = ({ context }: Snapshot): boolean =>
  context.toCorrect.some(({ page }) => page !== context.page);

export const selectIsMadeNecessary = ({ context }: Snapshot): boolean => context.isMadeNecessary;
export const selectIsFinishing = (snapshot: Snapshot): boolean =>
  snapshot.matches({ open: { navigation: 'finishing' } });

const none: readonly FieldError[] = [];
/**
 * Errors to show: what was wrong when the person last tried to continue, as long as it is. A field that came later is
 * not wrong before it was asked for.
 */
export const selectShownErrors = (snapshot: Snapshot): readonly FieldError[] => {
  if (!snapshot.matches({ open: { navigation: 'showingErrors' } })) return none;
  const { objected } = snapshot.context;
  const broken = brokenRules(snapshot.context);
  // What is missing in the entries of a group says more than that the group has no answer.
  const saysMore = ({ path }: FieldError) => broken.some((it) => it.path.startsWith(`${path}[`));
  return broken.filter((it) => objected.includes(it.path) && !(it.rule === 'required' && saysMore(it)));
};

/** A file that did not arrive, and its page if that is not the current one. */
export type MissedFile = PendingFile & { page: { key: string; title: string } | null };

const nothingMissed: readonly MissedFile[] = [];
/** Files that keep the person from continuing, once they have tried. */
export const selectMissedFiles = (snapshot: Snapshot): readonly MissedFile[] => {
  if (!snapshot.matches({ open: { navigation: 'showingErrors' } })) return nothingMissed;
  const { definition, evaluation, page } = snapshot.context;
  return missedFiles(snapshot.context).map((file) => {
    const key = pageOf(definition!, file.path);
    const other = key === page ? undefined : evaluation.pages.find((it) => it.key === key);
    return { ...file, page: other ? { key: other.key, title: other.title } : null };
  });
};

/** How many files must arrive before the form continues automatically, and their progress (bytes); null when none. */
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
