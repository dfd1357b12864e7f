import type { Locale } from '#domain/locale.ts';
import { metadataView } from '#server/content/metadata-view.ts';
import type { KeptOffer } from '#server/content/types.ts';
import type { ProcessRow } from '#server/processes/row.ts';

/** Returns the offer that an application is made for, and its place, in a language. */
export const recipientView = (
  { metadata, areaName }: KeptOffer,
  { areaKey, responsibleDataProcessingUnitId: unit }: ProcessRow,
  locale: Locale,
) => ({
  metadata: metadataView(metadata, locale, { area: areaKey, unit }),
  area: { key: areaKey, name: areaName },
});
