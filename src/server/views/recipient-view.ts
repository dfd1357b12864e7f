import type { Locale } from '#domain/locale.ts';
import { metadataView } from '#server/content/metadata-view.ts';
import { areaName } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';
import { metadataOf } from '#server/processes/form.ts';
import type { ProcessRow } from '#server/processes/row.ts';

/** Returns the offer that an application is made for, and its place. @throws ProblemError form-not-found */
export const recipientView = (context: ServerContext, row: ProcessRow, locale: Locale) => ({
  metadata: metadataView(metadataOf(context, row), locale, {
    area: row.areaKey,
    unit: row.responsibleDataProcessingUnitId,
  }),
  area: { key: row.areaKey, name: areaName(context.content(), row.areaKey) },
});
