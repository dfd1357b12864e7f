import type { RepeatStanding } from '#domain/repeat-standing.ts';
import { availableMetadata, sameFormAt } from '#server/content/offers.ts';
import { isValid } from '#server/content/places/valid.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { openForm } from '#server/engines/engines.ts';
import type { ProcessRow } from './row.ts';

/**
 * Returns the offer with which a sent application would be made today at its place: its own form if that is still
 * offered there, by whichever authority; otherwise the form that the service has now. Null when there is none.
 */
export function offerToday(
  { content, now }: Pick<ServerContext, 'content' | 'now'>,
  { metadataId, areaKey }: Pick<ProcessRow, 'metadataId' | 'areaKey'>,
): Metadata | null {
  const all = content();
  const sent = all.metadata.get(metadataId);
  const area = all.areas.get(areaKey);
  if (!sent || !area || !isValid(area, now())) return null;
  return sameFormAt(all, sent, areaKey) ?? availableMetadata(all, sent.leiKaId, areaKey);
}

/** Returns whether the answers of a sent application can be taken into a new one. */
export function repeatStanding(
  context: ServerContext,
  row: Pick<ProcessRow, 'metadataId' | 'areaKey'>,
  { downloadsUntil }: { downloadsUntil: Date | null },
): RepeatStanding {
  const offer = offerToday(context, row);
  const form = offer && openForm(context.content(), offer, 'de');
  if (!form) return 'notOffered';
  if (form.access === null) return 'onFormServer';
  // Answers and files are erased along with the documents.
  return downloadsUntil !== null && downloadsUntil > context.now() ? 'possible' : 'answersErased';
}
