import type { ActorRefFrom, AnyActorRef, SnapshotFrom } from 'xstate';
import { pageOf } from '#forms/paths.ts';
import type { FieldError } from '#forms/types.ts';
import { selectEntriesWait } from '../embedded/embedded.selectors.ts';
import type { savingMachine } from '../saving/saving.machine.ts';
import {
  type SavingState,
  selectIsToBeWritten,
  selectIsUnsaved,
  selectSavingState,
} from '../saving/saving.selectors.ts';
import { askedFiles, awaitedFiles, brokenRules, isUnderWay, missedFiles } from './form.files.ts';
import type { formMachine } from './form.machine.ts';
import { pageBefore, pageIndex, visiblePages } from './form.pages.ts';
import type { PendingFile } from './form.types.ts';

type Snapshot = SnapshotFrom<typeof formMachine>;

/** What writes the entries, those of the form or of the frame; undefined before the form is there. */
export const selectSaving = (snapshot: Snapshot): ActorRefFrom<typeof savingMachine> | undefined =>
  snapshot.children.saving ?? snapshot.children.embedded?.getSnapshot().children.saving;

/** State of the save indicator. */
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

/** Entries in the frame wait for the form server. */
function entriesWaitIn({ children: { embedded } }: Snapshot): boolean {
  return embedded !== undefined && selectEntriesWait(embedded.getSnapshot());
}

/** Something on the screen is not part of what the server has stored: entries, or files. */
export const selectHasUnsaved = (snapshot: Snapshot): boolean => {
  const saving = selectSaving(snapshot);
  const isUnsaved = saving !== undefined && selectIsUnsaved(saving.getSnapshot());
  return isUnsaved || entriesWaitIn(snapshot) || askedFiles(snapshot.context).length > 0;
};

/** Something is still to be written: what is unsaved, or that a page was turned. */
export const selectHasToWrite = (snapshot: Snapshot): boolean => {
  const saving = selectSaving(snapshot);
  return (saving !== undefined && selectIsToBeWritten(saving.getSnapshot())) || selectHasUnsaved(snapshot);
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
/** Who is spoken to of a form: the workflow of the frame once there is one. */
export const atWork = <Form extends AnyActorRef | undefined>(form: Form): Form | AnyActorRef =>
  form?.getSnapshot().children?.embedded ?? form;
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
