import { createHash } from 'node:crypto';
import type { Locale } from '#domain/locale.ts';
import { canonicalData } from '#forms/summary.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow } from './row.ts';

/** The metadata that a process was started with. @throws ProblemError form-not-found when content lost it. */
export function metadataOf(context: ServerContext, row: Pick<ProcessRow, 'metadataId'>): Metadata {
  const metadata = context.content().metadata.get(row.metadataId);
  if (!metadata) throw new ProblemError('form-not-found');
  return metadata;
}

/** The form of this metadata in a language. */
export function formOf(context: ServerContext, metadata: Metadata, locale: Locale) {
  const form = context.content().forms.get(metadata.fmsFormId);
  if (!form) throw new ProblemError('form-not-found');
  return form[locale];
}

/** Hash of what the person confirms: the cleaned data, independent of the language (hex SHA-256). */
export function confirmationHash(context: ServerContext, row: ProcessRow): string {
  const metadata = metadataOf(context, row);
  const text = canonicalData(formOf(context, metadata, 'de'), row.data);
  return createHash('sha256').update(`${metadata.metadataId}\n${row.areaKey}\n${text}`).digest('hex');
}

/** @throws ProblemError summary-changed when the stored data is no longer what was confirmed. */
export function assertConfirmed(context: ServerContext, row: ProcessRow): void {
  if (row.confirmedHash !== confirmationHash(context, row)) throw new ProblemError('summary-changed');
}

/** Whether the stored data is what was confirmed; false when the form is no longer in the content. */
export function isConfirmed(context: ServerContext, row: ProcessRow): boolean {
  const { metadata, forms } = context.content();
  const form = forms.get(metadata.get(row.metadataId)?.fmsFormId ?? '');
  return form !== undefined && row.confirmedHash === confirmationHash(context, row);
}
