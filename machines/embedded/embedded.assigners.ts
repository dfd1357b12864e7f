import type { SavedProgress } from '#contract/process-calls.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';
import type { EmbeddedContext, EmbeddedInput } from './embedded.types.ts';

type Of = { context: EmbeddedContext };
type Update = Partial<EmbeddedContext>;

export const embeddedContext = ({
  processId,
  locale,
  frame,
  version,
  saveAtOnce = false,
  page = null,
  returnsToSummary = false,
  parent = null,
  form = null,
}: EmbeddedInput): EmbeddedContext => ({
  processId,
  locale,
  openedIn: locale,
  frame,
  version,
  parent,
  form,
  page: null,
  title: null,
  wantedPage: page,
  returnsToSummary,
  height: null,
  isDirty: false,
  revision: 0,
  isTaken: !saveAtOnce,
  complete: null,
  isIncomplete: false,
  refusedFiles: [],
  over: null,
  hasWorked: false,
  isExpiring: false,
});

/** Assignments of the actions of an embedded form; the machine wraps them in `assign`. */
export const embeddedAssigners = {
  /** The title is forgotten: the frame says it in the language that it shows next. */
  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale, title: null }),

  keepHeight: (_: Of, { height }: { height: number }): Update => ({ height }),

  keepPage: (_: Of, { page, title }: { page: string; title: string }): Update => ({ page, title }),

  /** The page that is there, shown in another language, is not the answer to a wish. */
  forgetWish: ({ context }: Of, { page }: { page: string }): Update =>
    page === context.page ? {} : { wantedPage: null },

  keepWish: ({ context }: Of, { page, returnsToSummary }: Chosen): Update => ({
    wantedPage: page ?? context.page,
    returnsToSummary,
  }),

  noteEntries: (_: Of, { dirty }: { dirty: boolean }): Update => ({
    isDirty: dirty,
    ...(dirty && { hasWorked: true, isIncomplete: false }),
  }),

  noteProgress: (_: Of, { revision }: { revision: number }): Update => ({
    revision,
    isTaken: false,
    hasWorked: true,
    complete: null,
  }),

  noteCompletion: ({ context }: Of, { revision }: { revision: number }): Update => ({
    revision: Math.max(context.revision, revision),
    isTaken: false,
    hasWorked: true,
    complete: null,
    isIncomplete: false,
  }),

  noteWork: (): Update => ({ hasWorked: true, isIncomplete: false }),
  noteIncomplete: (): Update => ({ isIncomplete: true }),
  noteExpiry: (): Update => ({ isExpiring: true }),
  forgetExpiry: (): Update => ({ isExpiring: false }),
  forgetWork: (): Update => ({ hasWorked: false }),
  /** Forgets the entries that a removed frame had not stored. */
  forgetEntries: (): Update => ({ isDirty: false }),

  keepTaken: (_: Of, { isCurrent, saved }: { isCurrent: boolean; saved: SavedProgress }): Update => ({
    isTaken: isCurrent,
    ...(isCurrent && { complete: saved.complete === true }),
    refusedFiles: saved.refusedFiles ?? [],
  }),

  keepOver: (_: Of, { problem }: { problem: Problem }): Update => ({ over: problem }),
};

type Chosen = { page: string | null; returnsToSummary: boolean };
