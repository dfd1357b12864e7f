import type { Locale } from '#domain/locale.ts';
import { mayHaveArrived, type Problem } from '../kit/problem.ts';
import type { EmbeddedContext, EmbeddedInput, TakenOver } from './embedded.types.ts';

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
  // What must be taken over although nothing was entered is one ahead of what was.
  news: saveAtOnce ? 1 : 0,
  askedNews: 0,
  takenNews: 0,
  complete: null,
  isIncomplete: false,
  refusedFiles: [],
  savedAt: null,
  attempts: 0,
  problem: null,
  isUnanswered: false,
  over: null,
  hasWorked: false,
  isExpiring: false,
});

/** What each action of an embedded form assigns; the machine wraps them in `assign`. */
export const embeddedAssigners = {
  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale }),

  keepHeight: (_: Of, { height }: { height: number }): Update => ({ height }),

  keepPage: (_: Of, { page, title }: { page: string; title: string }): Update => ({ page, title }),

  forgetWish: (): Update => ({ wantedPage: null }),

  keepWish: ({ context }: Of, { page, returnsToSummary }: Chosen): Update => ({
    wantedPage: page ?? context.page,
    returnsToSummary,
  }),

  noteEntries: (_: Of, { dirty }: { dirty: boolean }): Update => ({
    isDirty: dirty,
    ...(dirty && { hasWorked: true, isIncomplete: false }),
  }),

  noteProgress: ({ context }: Of, { revision }: { revision: number }): Update => ({
    revision,
    news: context.news + 1,
    hasWorked: true,
    complete: null,
  }),

  noteCompletion: ({ context }: Of, { revision }: { revision: number }): Update => ({
    revision: Math.max(context.revision, revision),
    news: context.news + 1,
    hasWorked: true,
    complete: null,
    isIncomplete: false,
  }),

  noteWork: (): Update => ({ hasWorked: true, isIncomplete: false }),
  noteIncomplete: (): Update => ({ isIncomplete: true }),
  noteExpiry: (): Update => ({ isExpiring: true }),
  forgetExpiry: (): Update => ({ isExpiring: false }),
  forgetWork: (): Update => ({ hasWorked: false }),
  /** The frame is gone, and with it what it had not stored. */
  forgetEntries: (): Update => ({ isDirty: false }),

  noteAsking: ({ context }: Of): Update => ({ askedNews: context.news }),

  keepTaken: ({ context }: Of, { taken }: { taken: TakenOver }): Update => ({
    version: taken.version,
    savedAt: taken.savedAt,
    takenNews: context.askedNews,
    complete: context.askedNews === context.news ? taken.complete : context.complete,
    refusedFiles: taken.refusedFiles,
    attempts: 0,
    problem: null,
    isUnanswered: false,
  }),

  /** The server has taken it over: only the answer was lost. */
  adoptVersion: ({ context }: Of): Update => ({
    version: context.version + 1,
    attempts: 0,
    problem: null,
    isUnanswered: false,
  }),

  keepProblem: ({ context }: Of, { problem }: { problem: Problem }): Update => ({
    problem,
    attempts: context.attempts + 1,
    isUnanswered: context.isUnanswered || mayHaveArrived(problem),
  }),

  keepOver: (_: Of, { problem }: { problem: Problem }): Update => ({ over: problem }),
};

type Chosen = { page: string | null; returnsToSummary: boolean };
