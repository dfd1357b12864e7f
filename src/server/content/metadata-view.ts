import type { MetadataView, OtherWay } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import { contactBoxOf } from './contact-box.ts';
import { figuresOf } from './forms/amounts.ts';
import { chargedFees, processFees } from './forms/process-fee.ts';
import { unitFor } from './offers.ts';
import type { Authority, Metadata } from './types.ts';

/** Returns an authority in one language, without the parts that only the server needs. */
export const authorityView = (authority: Authority, locale: Locale) => {
  const {
    destinationId: _d,
    paymentEndPointId: _p,
    responsibleDataProcessingUnitId: _u,
    name,
    openingHours,
    opens: _o,
    contactBox: _b,
    ...rest
  } = authority;
  return {
    ...rest,
    name: name[locale],
    openingHours: openingHours?.[locale],
    contactBox: contactBoxOf(authority, locale),
  };
};

/**
 * Returns the metadata of a form in one language, without the parts that only the server needs.
 * @param area regional key of the place it is shown for: a fee that depends on the place is that of the place
 * @param unit the unit that was asked for
 */
export function metadataView(
  metadata: Metadata,
  locale: Locale,
  { area, unit }: { area?: string | undefined; unit?: string | null | undefined } = {},
): MetadataView {
  const responsibleUnit = unitFor(metadata, unit);
  const { areas: _a, feeRule: _f, feeField: _k, handInDays: _h, otherWay: _w, ...known } = metadata;
  const { feeBasis, other, authority, ...rest } = known;
  return {
    ...rest,
    ...(area !== undefined && feeFiguresAt(metadata, area)),
    lang: locale,
    ...(responsibleUnit !== null && { responsibleDataProcessingUnitId: responsibleUnit }),
    idpIds: rest.idpIds as MetadataView['idpIds'],
    authority: authorityView(authority, locale),
    title: rest.title[locale],
    description: rest.description[locale],
    ...(feeBasis && { feeBasis: feeBasis[locale] }),
    feePurpose: rest.feePurpose[locale],
    ...(other && { otherWay: otherWayView(other, locale) }),
    needed: rest.needed[locale],
    afterwards: rest.afterwards[locale],
  };
}

/** Returns another way to the same in one language. */
export const otherWayView = (
  { leiKaId, text }: NonNullable<Metadata['other']>,
  locale: Locale,
): OtherWay => ({
  leiKaId,
  text: text[locale],
});

/** Returns the possible amounts at a place of a fee that depends on the process. */
export function feeFiguresAt(metadata: Metadata, area: string): Pick<MetadataView, 'feeFigures'> {
  const { feeType, feeRule } = metadata;
  if (feeType !== 'VARIABLE_BY_PROCESS' || feeRule === undefined) return {};
  return { feeFigures: figuresOf(chargedFees(processFees(feeRule, metadata, [area]))) };
}
