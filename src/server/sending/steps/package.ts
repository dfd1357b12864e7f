import type { Locale } from '#domain/locale.ts';
import type { Metadata } from '#server/content/types.ts';

/** Returns the service under the delivery service's names. */
export const publicServiceOf = (metadata: Metadata, locale: Locale) => ({
  identifier: `urn:de:fim:leika:leistung:${metadata.leiKaId}`,
  name: metadata.title[locale],
});

/** Identifies the form whose data is delivered. */
export const schemaUriOf = (metadata: Metadata) => `urn:serviceportal:form:${metadata.fmsFormId}`;
