import type { SavedFile } from '#contract/saved-answers.ts';
import { DAY_MS } from '#domain/days.ts';
import type { Locale } from '#domain/locale.ts';
import { SAVED_ANSWERS_SUFFIX } from '#domain/saved-answers.ts';
import { areaName } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { isSent } from '#server/processes/admission.ts';
import { formHash, formOf, metadataOf } from '#server/processes/form.ts';
import { newCode } from '#server/saved-answers/code.ts';
import { sealAnswers } from '#server/saved-answers/saved-answers.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';

/**
 * Returns the stored answers of an application without an account as a file for its person, and the code that opens
 * the file. Neither is stored here. Attached files are not included.
 * @throws ProblemError not-found, draft-expired, status-conflict for an application that belongs to an account, is
 * being sent, or whose form runs on a form server
 */
export async function saveAnswers(
  context: ServerContext,
  session: Session,
  processId: string,
  locale: Locale | undefined,
): Promise<SavedFile> {
  const row = await readOwned(context, session, processId);
  const metadata = metadataOf(context, row);
  const form = formHash(context, metadata);
  if (row.userId !== null || isSent(row) || form === null) throw new ProblemError('status-conflict');
  const now = context.now();
  const until = new Date(now.getTime() + metadata.draftRetentionDays * DAY_MS).toISOString();
  const code = newCode();
  const file = await sealAnswers(
    context.config.SIGNING_SECRET[0],
    {
      v: 1,
      metadataId: metadata.metadataId,
      leiKaId: metadata.leiKaId,
      areaKey: row.areaKey,
      locale: locale ?? row.locale,
      form,
      page: row.page,
      files: formOf(context, metadata, row.locale).files(row.data).length,
      savedAt: now.toISOString(),
      until,
      data: row.data,
    },
    code,
  );
  const { services } = context.content();
  const place = areaName(context.content(), row.areaKey);
  const name = fileName(
    `${services.get(metadata.leiKaId)?.slug ?? ''} ${place} ${now.toISOString().slice(0, 10)}`,
  );
  return { file, name, code, until };
}

/** Returns a name that every file system accepts: "hundesteuer-kiel-2026-11-26.antrag". */
const fileName = (text: string): string =>
  `${text
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}${SAVED_ANSWERS_SUFFIX}`;
