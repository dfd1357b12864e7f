import type { Locale, Localised } from '#domain/locale.ts';
import { handInDay } from '#server/content/hand-in-day.ts';
import type { ServerContext } from '#server/context.ts';
import { formOf } from '#server/processes/form.ts';
import type { KeptOwed, KeptRecalled } from '#server/storage/tables.ts';
import { deliveredAt, type SubmissionRow } from '#server/submission/row.ts';
import { sealFollowing } from '#server/submission/sealed-row.ts';
import type { Application } from './steps/application.ts';
import { keep } from './steps/keep.ts';

/**
 * Returns the documents that an application promises for later, named in both languages.
 * @param sentAt time of the delivery; null before it, when no last day is known
 */
export function owedBy(
  context: ServerContext,
  { process, metadata }: Pick<Application, 'process' | 'metadata'>,
  sentAt: Date | null,
): KeptOwed {
  const inLocale = (locale: Locale) => formOf(context, metadata, locale).owed(process.data);
  const english = new Map(inLocale('en').map(({ path, label }) => [path, label]));
  const { handInDays } = metadata;
  return {
    documents: inLocale('de').map(({ path, label: de, row }) => {
      const label: Localised = { de, en: english.get(path) ?? de };
      return { path, label, row };
    }),
    until: sentAt === null || handInDays === undefined ? null : handInDay(sentAt, handInDays),
  };
}

/** Returns the answers that the person needs again, in both languages. */
export function recalledBy(
  context: ServerContext,
  { process, metadata }: Pick<Application, 'process' | 'metadata'>,
): KeptRecalled {
  const inLocale = (locale: Locale) => formOf(context, metadata, locale).recalled(process.data);
  return { de: inLocale('de'), en: inLocale('en') };
}

/**
 * Returns what a delivered application owes. The first to ask stores it with what the result repeats, so that all that is written for the person says
 * the same, also when a step is repeated with another content.
 */
export async function keptOwed(
  context: ServerContext,
  submission: SubmissionRow,
  application: Application,
): Promise<KeptOwed> {
  if (submission.owed !== null) return submission.owed;
  const sentAt = await deliveredAt(context.storage.db, submission.processId);
  const owed = owedBy(context, application, sentAt);
  const recalled = recalledBy(context, application);
  await keep(
    context,
    submission,
    await sealFollowing(context, context.storage.db, submission, { owed, recalled }),
  );
  return owed;
}
