import type { Metadata as MetadataView } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import type { Authority, Metadata } from './types.ts';

/** An authority in one language, without what only the server needs. */
export const authorityView = (authority: Authority, locale: Locale) => {
  const { destinationId: _d, paymentEndPointId: _p, name, openingHours, ...rest } = authority;
  return { ...rest, name: name[locale], openingHours: openingHours?.[locale] };
};

/** The metadata of a form in one language, without what only the server needs. */
export function metadataView(metadata: Metadata, locale: Locale): MetadataView {
  const { areas: _a, feeRule: _f, feeBasis, authority, ...rest } = metadata;
  return {
    ...rest,
    lang: locale,
    idpIds: rest.idpIds as MetadataView['idpIds'],
    authority: authorityView(authority, locale),
    title: rest.title[locale],
    description: rest.description[locale],
    ...(feeBasis && { feeBasis: feeBasis[locale] }),
    feePurpose: rest.feePurpose[locale],
    needed: rest.needed[locale],
    afterwards: rest.afterwards[locale],
  };
}
