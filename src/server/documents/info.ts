import type { ProducedKind } from '#domain/document-kind.ts';
import { languageTag } from '#domain/locale.ts';
import type { About } from './context.ts';
import type { DocumentInfo } from './layout/archive.ts';

/**
 * Returns title, language and time of a document.
 * @param createdAt ISO 8601; from the data, never the clock: a regenerated document has the same bytes
 */
export function infoOf(
  { data, say }: About<'serviceTitle' | 'ticketNumber' | 'portalName' | 'locale'>,
  kind: ProducedKind | 'handInReceipt',
  createdAt: string,
): DocumentInfo {
  return {
    title: say(`${kind}.title`, { service: data.serviceTitle, ticket: data.ticketNumber }),
    subject: say(`${kind}.subject`),
    author: data.portalName,
    language: languageTag[data.locale],
    createdAt: new Date(createdAt),
  };
}
