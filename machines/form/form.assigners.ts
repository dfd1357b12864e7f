import type { Locale } from '#domain/locale.ts';
import { withFirstRows } from '#forms/data.ts';
import { type FileRules, objectionTo } from '#forms/files.ts';
import { takesSeveralFiles, withFile, withoutFile } from '#forms/kept-files.ts';
import { fieldAt, filesIn, getValue, insertRow, removeRow, setValue } from '#forms/paths.ts';
import { isPreparable } from '#forms/pictures.ts';
import { evaluate, visiblePages } from '#forms/rules/rules.ts';
import type { Evaluation, FileValue, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { Problem } from '../kit/problem.ts';
import type { ChosenFile, Prepared, UploadInput, UploadStage } from '../upload/upload.types.ts';
import { brokenRules } from './form.files.ts';
import { isWithinReach, pageBefore, pageOnward, pageToOpen } from './form.pages.ts';
import { pathWithoutRow, pathWithRow } from './form.rows.ts';
import type { FormAccess, FormContext, PendingFile } from './form.types.ts';

type Of = { context: FormContext };
type Update = Partial<FormContext>;

export const nothingEvaluated: Evaluation = { data: {}, hidden: new Set(), pages: [], errors: [] };

/** Assignments of the actions of the form; the machine wraps them in `assign`. */
export const formAssigners = {
  keepForm: ({ context }: Of, stored: FormAccess): Update => {
    const { data, evaluation } = opened(stored.form!, stored.data);
    const page = pageToOpen({ evaluation }, pageFor(context, evaluation, stored));
    return {
      definition: stored.form,
      data,
      evaluation,
      page,
      // Anyone who reached the summary has seen all pages.
      visited: context.returnsToSummary ? keysOf(evaluation) : pagesUpTo(evaluation, page),
      version: stored.version,
      summaryData: data,
      wantedPage: null,
      problem: null,
    };
  },

  keepFrame: (_: Of, stored: FormAccess): Update => ({
    frame: stored.frame ?? null,
    version: stored.version,
    problem: null,
  }),

  /** Remembers the page to open as soon as the form is loaded. */
  keepWish: (_: Of, { page, returnsToSummary }: Chosen): Update => ({ wantedPage: page, returnsToSummary }),

  /** Remembers the place of the last frame, so that the next one opens there. */
  keepPlace: (_: Of, { page, returnsToSummary, locale }: Chosen & { locale: Locale }): Update => ({
    wantedPage: page,
    returnsToSummary,
    locale,
    isSaved: true,
    frame: null,
  }),

  /** Replaces only the texts: data, version and page stay as they are on the screen. */
  keepTexts: ({ context }: Of, stored: FormAccess): Update => ({
    definition: stored.form,
    evaluation: evaluate(stored.form!, context.data),
  }),

  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale }),

  keepValue: ({ context }: Of, { path, value }: { path: string; value: FormValue }): Update =>
    changeData(context, setValue(context.data, path, value)),

  removeRow: ({ context }: Of, { path, index }: { path: string; index: number }): Update => {
    const { data, objected } = context;
    const row = getValue(data, `${path}[${index}]`);
    return {
      ...changeData(context, removeRow(data, path, index)),
      objected: objected.flatMap((it) => pathWithoutRow(it, path, index) ?? []),
      removedRow: row === undefined ? null : { path, index, row },
    };
  },

  /** Puts the removed row back, without its files that had not arrived. */
  restoreRow: ({ context }: Of): Update => {
    const { data, objected, pendingFiles, removedRow } = context;
    if (removedRow === null) return {};
    const { path, index, row } = removedRow;
    return {
      ...changeData(context, insertRow(data, path, index, row)),
      objected: objected.map((it) => pathWithRow(it, path, index)),
      pendingFiles: pendingFiles.map((it) => ({ ...it, path: pathWithRow(it.path, path, index) })),
      removedRow: null,
    };
  },

  removeFile: ({ context }: Of, { path, id }: { path: string; id: string }): Update =>
    changeData(context, withoutFile(context.data, path, id)),

  /** Adds a file to the data as soon as the server has stored it. */
  keepFile: ({ context }: Of, { id, file }: { id: string; file: FileValue }): Update => {
    const { definition, data, pendingFiles } = context;
    const pending = pendingFiles.find((it) => it.id === id)!;
    return {
      ...changeData(context, withFile(definition!, data, pending.path, file)),
      pendingFiles: pendingFiles.filter((it) => it !== pending),
      ...(pending.picture && { pictures: { ...context.pictures, [file.id]: pending.picture } }),
    };
  },

  /** A prepared picture takes the place of the chosen one. */
  notePicture: ({ context }: Of, { id, file, picture }: { id: string } & Prepared): Update =>
    editFile(context, id, { name: file.name, size: file.size, type: file.type, picture }),

  approvePicture: ({ context }: Of, { id }: { id: string }): Update => ({
    pendingFiles: context.pendingFiles.map((it) =>
      it.id === id && it.picture ? { ...it, picture: { ...it.picture, doubt: null } } : it,
    ),
    pictures: Object.fromEntries(
      Object.entries(context.pictures).map(([key, picture]) => [
        key,
        key === id ? { ...picture, doubt: null } : picture,
      ]),
    ),
  }),

  forgetFile: ({ context }: Of, { id }: { id: string }): Update => ({
    pendingFiles: context.pendingFiles.filter((it) => it.id !== id),
  }),

  noteMove: (
    { context }: Of,
    { id, stage, problem }: { id: string; stage: UploadStage; problem: Problem | null },
  ): Update => editFile(context, id, stage === 'queued' ? { stage, problem, loaded: 0 } : { stage, problem }),

  noteProgress: ({ context }: Of, { id, loaded }: { id: string; loaded: number }): Update =>
    editFile(context, id, { loaded }),

  openNextPage: ({ context }: Of): Update => ({
    ...openPage(context, pageOnward(context)),
    toCorrect: context.toCorrect.filter(({ page }) => page !== context.page),
    isMadeNecessary: context.returnsToSummary,
  }),
  openPreviousPage: ({ context }: Of): Update => openPage(context, pageBefore(context)),
  openChosenPage: ({ context }: Of, { page, returnsToSummary }: Chosen): Update => {
    // Correct answers may have become wrong: days are compared with today.
    const evaluation = evaluate(context.definition!, context.data);
    return {
      ...openPage(context, page && pageToOpen({ evaluation }, page)),
      evaluation,
      // Anyone who reached the summary has seen all pages.
      ...(returnsToSummary && !context.returnsToSummary && { visited: keysOf(evaluation) }),
      returnsToSummary,
    };
  },

  noteSummary: ({ context }: Of): Update => ({ summaryData: context.data, toCorrect: [] }),

  noteFailedAttempt: ({ context }: Of): Update => ({
    failedAttempts: context.failedAttempts + 1,
    objected: brokenRules(context).map(({ path }) => path),
  }),

  noteSaved: (_: Of, { isCurrent }: { isCurrent: boolean }): Update => ({ isSaved: isCurrent }),

  keepProblem: (_: Of, { problem }: { problem: Problem }): Update => ({ problem }),
};

type Chosen = { page: string | null; returnsToSummary: boolean };

/** Newly chosen file as the form remembers it, and what its upload begins with. */
type Taken = { pending: PendingFile } & Pick<UploadInput, 'objection' | 'picture'>;

/** Returns newly chosen files: pictures to be prepared, others queued, or refused at once. */
export function takenFiles(context: FormContext, path: string, files: readonly ChosenFile[]): Taken[] {
  const { data } = context;
  const definition = context.definition!;
  const ids = freeIds(context.pendingFiles, files.length);
  const several = takesSeveralFiles(definition, path);
  const kept = filesIn(definition, data).map(({ file }) => file);
  const found = fieldAt(definition, path);
  const field = found?.type === 'file' ? found : null;
  const others: { size: number }[] = [
    ...kept,
    ...context.pendingFiles
      .filter((it) => it.stage !== 'refused' && (several || it.path !== path))
      .map((it) => (it.stage === 'preparing' ? ofUnknownSize : it)),
  ];
  return files.map((file, at) => {
    // What becomes of a picture is not known yet: it may be too large, and of any kind.
    const isPicture = field !== null && isPreparable(field, file);
    const asItIs: Problem | null = field ? objectionTo(field, file, []) : { code: 'input-invalid' };
    const among = field && objectionTo(field, isPicture ? { ...file, ...ofUnknownSize } : file, others);
    const problem = isPicture ? among : (asItIs ?? among);
    if (problem === null) others.push(isPicture ? ofUnknownSize : file);
    const { name, size, type } = file;
    return {
      pending: {
        id: ids[at]!,
        path,
        name,
        size,
        type,
        loaded: 0,
        stage: problem ? 'refused' : isPicture ? 'preparing' : 'queued',
        problem,
        picture: null,
      },
      objection: problem ?? asItIs,
      picture: isPicture && problem === null ? rulesOf(field) : null,
    };
  });
}

/** A picture that is still to be made: it counts as a file, and not against the bytes of all. */
const ofUnknownSize = { size: 1, type: '' } as const;

const rulesOf = ({ filePattern, fileMaxSize }: FileRules): FileRules => ({ filePattern, fileMaxSize });

/** Returns ids for so many uploads in addition to the existing ones. */
function freeIds(pending: readonly PendingFile[], count: number): string[] {
  const used = new Set(pending.map(({ id }) => id));
  const ids = Array.from({ length: pending.length + count }, (_, at) => `upload-${at + 1}`);
  return ids.filter((id) => !used.has(id)).slice(0, count);
}

const editFile = ({ pendingFiles }: FormContext, id: string, part: Partial<PendingFile>): Update => ({
  pendingFiles: pendingFiles.map((it) => (it.id === id ? { ...it, ...part } : it)),
});

const changeData = ({ definition }: FormContext, data: FormData): Update => ({
  ...opened(definition!, data),
  isTold: false,
});

/** Opens the first entry of each group that needs one, so that nobody has to find out how to add it. */
function opened(definition: FormDefinition, given: FormData) {
  const evaluation = evaluate(definition, given);
  const data = withFirstRows(definition, given, evaluation);
  return { data, evaluation: data === given ? evaluation : evaluate(definition, data) };
}

const openPage = (context: FormContext, page: string | null): Update =>
  page === null
    ? {}
    : {
        page,
        visited: context.visited.includes(page) ? context.visited : [...context.visited, page],
        isMadeNecessary: false,
        removedRow: null,
        isTold: page === context.page,
      };

/** Returns the wanted page if it can be opened, else the page that was seen last. */
function pageFor(context: FormContext, evaluation: Evaluation, stored: FormAccess): string | null {
  const wanted = context.wantedPage ?? stored.page;
  const visited = pagesUpTo(evaluation, stored.page);
  const reached = { evaluation, definition: stored.form, page: '', visited };
  return context.returnsToSummary || isWithinReach(reached, wanted) ? wanted : stored.page;
}

const keysOf = (evaluation: Evaluation): string[] => visiblePages(evaluation).map(({ key }) => key);

function pagesUpTo(evaluation: Evaluation, page: string | null): string[] {
  const keys = keysOf(evaluation);
  return page === null ? [] : keys.slice(0, keys.indexOf(page) + 1);
}
