import { createHash } from 'node:crypto';
import type { Locale } from '#domain/locale.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { openForm } from '#server/engines/engines.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow } from './row.ts';

/** Returns the metadata that a process was started with. @throws ProblemError form-not-found when content lost it. */
export function metadataOf(context: ServerContext, row: Pick<ProcessRow, 'metadataId'>): Metadata {
  const metadata = context.content().metadata.get(row.metadataId);
  if (!metadata) throw new ProblemError('form-not-found');
  return metadata;
}

/** Returns the form of this metadata in a language. @throws ProblemError form-not-found when content lost it */
export function formOf(context: ServerContext, metadata: Metadata, locale: Locale): EngineForm {
  const form = openForm(context.content(), metadata, locale);
  if (!form) throw new ProblemError('form-not-found');
  return form;
}

/** Returns the form of a process, by default in the language of its last act. @throws ProblemError form-not-found */
export const formOfProcess = (
  context: ServerContext,
  row: Pick<ProcessRow, 'metadataId' | 'locale'>,
  locale: Locale = row.locale,
): EngineForm => formOf(context, metadataOf(context, row), locale);

/** Returns the hash of the form that people fill in (hex SHA-256), in one language; null where a form server has it. */
export function formHash(context: ServerContext, metadata: Metadata, locale: Locale = 'de'): string | null {
  const { access } = formOf(context, metadata, locale);
  return (
    access &&
    createHash('sha256')
      .update(JSON.stringify(access(null)))
      .digest('hex')
  );
}

/** Returns the hash of the data that the person confirms: cleaned and independent of the language (hex SHA-256). */
export function confirmationHash(context: ServerContext, row: ProcessRow): string {
  const metadata = metadataOf(context, row);
  const text = formOf(context, metadata, 'de').canonical(row.data);
  return createHash('sha256').update(`${metadata.metadataId}\n${row.areaKey}\n${text}`).digest('hex');
}

/** @throws ProblemError summary-changed when the stored data is no longer the confirmed data. */
export function assertConfirmed(context: ServerContext, row: ProcessRow): void {
  if (row.confirmedHash !== confirmationHash(context, row)) throw new ProblemError('summary-changed');
}

/** Whether the stored data is the confirmed data; false when the form is no longer in the content. */
export function isConfirmed(context: ServerContext, row: ProcessRow): boolean {
  const content = context.content();
  const metadata = content.metadata.get(row.metadataId);
  const isThere = metadata !== undefined && openForm(content, metadata, 'de') !== null;
  return isThere && row.confirmedHash === confirmationHash(context, row);
}
