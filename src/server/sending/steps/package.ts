import type { Locale } from '#domain/locale.ts';
import type { Metadata } from '#server/content/types.ts';

/** The service as the delivery service names it. */
export const publicServiceOf = (metadata: Metadata, locale: Locale) => ({
  identifier: `urn:de:fim:leika:leistung:${metadata.leiKaId}`,
  name: metadata.title[locale],
});

/** Identifies the form whose data is delivered. */
export const schemaUriOf = (metadata: Metadata) => `urn:serviceportal:form:${metadata.fmsFormId}`;
