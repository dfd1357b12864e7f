import type { Locale } from '#domain/locale.ts';
import type { Metadata } from '#server/content/types.ts';
import type { SubmissionSchema } from '#server/ports/delivery.ts';

/** Returns the service under the delivery service's names. */
export const publicServiceOf = (metadata: Metadata, locale: Locale) => ({
  identifier: `urn:de:fim:leika:leistung:${metadata.leiKaId}`,
  name: metadata.title[locale],
});

/** Returns the formats that we have of a form's data, best first. */
export const schemasOf = (metadata: Pick<Metadata, 'fmsFormId' | 'dataSchemas'>): SubmissionSchema[] =>
  metadata.dataSchemas?.map(({ schemaUri, mimeType }) => ({ schemaUri, mimeType })) ?? [
    ownSchemaOf(metadata),
  ];

/** Returns the portal's own format of a form's data (docs/partners-delivery.md). */
const ownSchemaOf = ({ fmsFormId }: Pick<Metadata, 'fmsFormId'>): SubmissionSchema => ({
  schemaUri: `urn:serviceportal:form:${fmsFormId}`,
  mimeType: 'application/json',
});

/** The format of the data of a hand-in (docs/partners-delivery.md). */
export const handInSchema: SubmissionSchema = {
  schemaUri: 'urn:serviceportal:hand-in',
  mimeType: 'application/json',
};
