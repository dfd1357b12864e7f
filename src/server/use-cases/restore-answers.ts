import type { RestoredAnswers } from '#contract/saved-answers.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { formHash, formOf } from '#server/processes/form.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { openAnswers } from '#server/saved-answers/saved-answers.ts';
import type { Session } from '#server/sessions/session.ts';
import { startApplication } from './start-application.ts';

/** Result of opening saved answers: the new application, and facts that the person must know. */
type Restored = Omit<RestoredAnswers, 'process'> & { row: ProcessRow };

/**
 * Starts an application with answers that a person has saved as a file. They are input like any other: values unknown
 * to the form, files, and values that an account locks are left out. Other applications of the person stay unchanged.
 * @throws ProblemError saved-answers-damaged, saved-answers-code, saved-answers-expired, saved-answers-other for
 * those of another service or place, form-not-found, and all refusals of starting an application
 */
export async function restoreAnswers(
  context: ServerContext,
  session: Session,
  input: { file: string; code: string; metadataId: string; area: string; locale: Locale; counted: boolean },
): Promise<Restored> {
  const { file, code, metadataId, area, locale, counted } = input;
  const saved = await openAnswers(context.config.SIGNING_SECRET, { file, code }, context.now());
  const metadata = context.content().metadata.get(metadataId);
  if (!metadata) throw new ProblemError('form-not-found');
  if (saved.leiKaId !== metadata.leiKaId || saved.areaKey !== area) {
    const { leiKaId, areaKey } = saved;
    throw new ProblemError('saved-answers-other', { startOver: { leiKaId, area: areaKey } });
  }
  const changed = saved.metadataId !== metadataId || saved.form !== formHash(context, metadata);
  const row = await startApplication(context, session, {
    metadataId,
    area,
    locale,
    saved: { data: saved.data, page: saved.page, changed },
    counted,
  });
  const pages = formOf(context, metadata, locale).summary(row.data);
  const page = changed ? (pages.find(({ key }) => key === row.page)?.title ?? null) : null;
  return { row, changed, page, files: saved.files };
}
