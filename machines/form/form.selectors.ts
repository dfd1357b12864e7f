import type { ActorRefFrom, AnyActorRef, SnapshotFrom } from 'xstate';
import { pageOf } from '#forms/paths.ts';
import { visiblePages } from '#forms/rules/rules.ts';
import type { FieldError } from '#forms/types.ts';
import { selectEntriesWait } from '../embedded/embedded.selectors.ts';
import type { savingMachine } from '../saving/saving.machine.ts';
import {
  type SavingState,
  selectIsToBeWritten,
  selectIsUnsaved,
  selectSavingState,
} from '../saving/saving.selectors.ts';
import { isUnderWay, type PendingFile } from '../upload/pending-files.ts';
import { askedFiles, awaitedFiles, brokenRules, isDispensable, missedFiles } from './form.files.ts';
import type { formMachine } from './form.machine.ts';
import { pageBefore, pageIndex } from './form.pages.ts';

type Snapshot = SnapshotFrom<typeof formMachine>;

/** Returns the machine that writes the entries of the form or of the frame; undefined before the form is loaded. */
export const selectSaving = (snapshot: Snapshot): ActorRefFrom<typeof savingMachine> | undefined =>
  snapshot.children.saving ?? snapshot.children.embedded?.getSnapshot().children.saving;

/** States of the save indicator. */
export type SaveState =
  | SavingState
  /** Files are being uploaded. */
  | 'uploading'
  /** A chosen file has not arrived and will not without the person. */
  | 'filesMissing';

export const selectSaveState = (snapshot: Snapshot): SaveState => {
  const saving = selectSaving(snapshot);
  const state = saving ? selectSavingState(saving.getSnapshot()) : 'untouched';
  if (state !== 'untouched' && state !== 'saved') return state;
  if (entriesWaitIn(snapshot)) return 'saving';
  const pending = askedFiles(snapshot.context);
  if (pending.some(isUnderWay)) return 'uploading';
  return pending.length > 0 ? 'filesMissing' : state;
};

/** Tells whether entries in the frame wait for the form server. */
function entriesWaitIn({ children: { embedded } }: Snapshot): boolean {
  return embedded !== undefined && selectEntriesWait(embedded.getSnapshot());
}

/** Tells whether the server lacks entries or files of the screen. */
export const selectHasUnsaved = (snapshot: Snapshot): boolean => {
  const saving = selectSaving(snapshot);
  const isUnsaved = saving !== undefined && selectIsUnsaved(saving.getSnapshot());
  return isUnsaved || entriesWaitIn(snapshot) || askedFiles(snapshot.context).length > 0;
};

/** Tells whether something is still to be written: unsaved entries or files, or another page on the screen. */
export const selectHasToWrite = (snapshot: Snapshot): boolean => {
  const saving = selectSaving(snapshot);
  return (saving !== undefined && selectIsToBeWritten(saving.getSnapshot())) || selectHasUnsaved(snapshot);
};

/** Tells whether chosen files are not part of the data yet; leaving now would lose them. */
export const selectHasPendingFiles = ({ context }: Snapshot): boolean => askedFiles(context).length > 0;

/** Counts the bytes sent of the pending files: as long as they grow, waiting is worthwhile. */
export const selectBytesSent = ({ context }: Snapshot): number =>
  context.pendingFiles.reduce((sum, { loaded }) => sum + loaded, 0);

export const selectIsLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectFormHasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
/** Tells whether the form is not even loaded, because another window edits. */
export const selectIsBarred = (snapshot: Snapshot): boolean => snapshot.matches('barred');
/** Returns the workflow of the frame, if a form server shows the form. */
export const selectEmbedded = (snapshot: Snapshot) => snapshot.children.embedded;
/** Returns the workflow that takes the events of the person: that of the frame, if there is one. */
export const atWork = <Form extends AnyActorRef | undefined>(form: Form): Form | AnyActorRef =>
  form?.getSnapshot().children?.embedded ?? form;
/** Tells whether continuing leads back to the summary, from which the person came to change something. */
export const selectReturnsToSummary = ({ context }: Snapshot): boolean => context.returnsToSummary;
/** Returns the keys of the fields on this page that the person wanted to correct. */
export const selectToCorrect = ({ context }: Snapshot): string[] =>
  context.toCorrect.filter(({ page }) => page === context.page).map(({ key }) => key);

/** Tells whether another page has something to correct before the summary. */
export const selectCorrectsMore = ({ context }: Snapshot): boolean =>
  context.toCorrect.some(({ page }) => page !== context.page);

/** Tells whether the last change has made this page necessary. */
export const selectIsMadeNecessary = ({ context }: Snapshot): boolean => context.isMadeNecessary;
export const selectIsFinishing = (snapshot: Snapshot): boolean =>
  snapshot.matches({ open: { navigation: 'finishing' } });

const none: readonly FieldError[] = [];
/**
 * Returns the errors to show: those of the last attempt to continue, as long as they last. A field that appeared later
 * is not reported before the next attempt.
 */
export const selectShownErrors = (snapshot: Snapshot): readonly FieldError[] => {
  if (!snapshot.matches({ open: { navigation: 'showingErrors' } })) return none;
  const { objected } = snapshot.context;
  const broken = brokenRules(snapshot.context);
  // An error in an entry of a group says more than that the group has no answer.
  const saysMore = ({ path }: FieldError) => broken.some((it) => it.path.startsWith(`${path}[`));
  return broken.filter((it) => objected.includes(it.path) && !(it.rule === 'required' && saysMore(it)));
};

/** File that did not arrive, its page if that is not the current one, and whether the form can do without it. */
export type MissedFile = PendingFile & {
  page: { key: string; title: string } | null;
  isDispensable: boolean;
};

const nothingMissed: readonly MissedFile[] = [];
/** Returns the files that did not arrive, after an attempt to continue that did not succeed. */
export const selectMissedFiles = (snapshot: Snapshot): readonly MissedFile[] => {
  if (!snapshot.matches({ open: { navigation: 'showingErrors' } })) return nothingMissed;
  const { definition, evaluation, page } = snapshot.context;
  return missedFiles(snapshot.context).map((file) => {
    const key = pageOf(definition!, file.path);
    const other = key === page ? undefined : evaluation.pages.find((it) => it.key === key);
    return {
      ...file,
      page: other ? { key: other.key, title: other.title } : null,
      isDispensable: isDispensable(file, snapshot.context),
    };
  });
};

/**
 * Counts the files that must arrive before the form continues by itself, with their progress in bytes; null while
 * nobody waits.
 */
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

/** Returns the page on the screen and the pages around it, for heading, overview and back link. */
export const selectPageView = ({ context }: Snapshot): PageView => ({
  pages: visiblePages(context.evaluation).map(({ key, title }) => ({
    key,
    title,
    state: key === context.page ? 'current' : context.visited.includes(key) ? 'visited' : 'open',
  })),
  index: Math.max(pageIndex(context), 0),
  title: context.evaluation.pages.find((it) => it.key === context.page)?.title ?? '',
  isFirst: pageBefore(context) === null,
});
