import type { RepeatedApplication } from '#contract/repeated-application.ts';
import type { Locale } from '#domain/locale.ts';
import type { FileValue, FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import { filesOf, readChunks } from '#server/files/store.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import { formHash, formOf } from '#server/processes/form.ts';
import { offerToday, repeatStanding } from '#server/processes/repeat-standing.ts';
import { documentLocale, type ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { findSubmission } from '#server/submission/row.ts';
import { readOwned } from '#server/workflow/act.ts';
import { changeData } from './change-data.ts';
import { startApplication } from './start-application.ts';
import { takeUpload } from './upload-file.ts';

/** The new draft, and facts that the person must know. */
type Repeated = Omit<RepeatedApplication, 'process'> & { row: ProcessRow };

/**
 * Starts an application with the answers of a sent one. Answers and files are input like any other: what the form of
 * today does not know is left out and counted, and each file is examined and scanned again. The sent application stays
 * unchanged.
 * @param input.caller the sender, whose files are examined in turn
 * @throws ProblemError not-found, trust-level-too-low, status-conflict (not sent, or a form of a form server),
 * answers-erased, form-not-found, and all refusals of starting an application
 */
export async function repeatApplication(
  context: ServerContext,
  session: Session,
  processId: string,
  { locale, counted, caller }: { locale: Locale; counted: boolean; caller: string },
): Promise<Repeated> {
  const sent = await readOwned(context, session, processId);
  const submission = await findSubmission(context, processId);
  if (sent.status !== 'SUBMITTED' || !submission) throw new ProblemError('status-conflict');
  const standing = repeatStanding(context, sent, submission);
  const metadata = offerToday(context, sent);
  if (standing === 'notOffered' || !metadata) throw new ProblemError('form-not-found');
  if (standing === 'onFormServer') throw new ProblemError('status-conflict');
  if (standing === 'answersErased') throw new ProblemError('answers-erased');
  const { confirmedForm } = sent;
  const changed =
    sent.metadataId !== metadata.metadataId ||
    confirmedForm === null ||
    confirmedForm !== formHash(context, metadata, documentLocale(sent));
  const started = await startApplication(context, session, {
    metadataId: metadata.metadataId,
    area: sent.areaKey,
    locale,
    saved: { data: sent.data, page: null, changed },
    counted,
  });
  const form = formOf(context, metadata, locale);
  const { row, taken, left } = await takeFiles(context, session, { sent, started, form, caller });
  const page = changed ? (form.summary(row.data).find(({ key }) => key === row.page)?.title ?? null) : null;
  return { row, changed, page, dropped: droppedOf(form, sent.data, row.data), files: taken, filesLeft: left };
}

/** Copies the files of a sent application into a draft, through the examination of every upload. */
async function takeFiles(
  context: ServerContext,
  session: Session,
  {
    sent,
    started,
    form,
    caller,
  }: { sent: ProcessRow; started: ProcessRow; form: EngineForm; caller: string },
): Promise<{ row: ProcessRow; taken: number; left: string[] }> {
  const stored = await filesOf(context, sent.id, 'upload');
  const paths = new Map(form.files(sent.data).map(({ path, file }) => [file.id, path]));
  let { data } = started;
  const left: string[] = [];
  for (const { id, name, size } of stored) {
    const path = paths.get(id);
    const value = path && (await copied(context, session, started.id, { id, path, name, size, caller }));
    if (!path || !value) left.push(name);
    else data = form.withFile(data, path, value);
  }
  const taken = stored.length - left.length;
  if (taken === 0) return { row: started, taken, left };
  // The page that asks for this edits nothing: it must not count as the window that does.
  const row = await changeData(context, { ...session, window: null }, started.id, {
    version: started.version,
    data,
    page: started.page,
    lang: started.locale,
  });
  return { row, taken, left };
}

/** Returns the copy of a file; null when it is refused today, or cannot be scanned now. */
async function copied(
  context: ServerContext,
  session: Session,
  processId: string,
  { id, ...file }: { id: string; path: string; name: string; size: number; caller: string },
): Promise<FileValue | null> {
  try {
    const content = readChunks(context, id);
    const { checked, ...value } = await takeUpload(context, session, processId, { ...file, content });
    return checked ? value : null;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/** Counts the answers that a draft did not take over; files are named one by one. */
function droppedOf(form: EngineForm, sent: FormData, draft: FormData): number {
  const ofFiles = new Set(form.files(sent).map(({ path }) => path));
  return Object.entries(sent).filter(
    ([key, value]) => !isEmpty(value) && isEmpty(draft[key]) && !ofFiles.has(key),
  ).length;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
