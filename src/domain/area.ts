/** Kinds of administrative units that an area can be (spec section 3). */
export const areaKinds = [
  'BUNDESLAND',
  'REGIERUNGSBEZIRK',
  'REGION',
  'LANDKREIS',
  'KREISFREIE_STADT',
  'AMT',
  'SAMTGEMEINDE',
  'VERWALTUNGSGEMEINSCHAFT',
  'STADT',
  'GEMEINDE',
  'STADTBEZIRK',
  'ORTSTEIL',
  'WELT',
] as const;
export type AreaKind = (typeof areaKinds)[number];

/** Uses of an area (spec section 3); other areas have none of these. */
export const areaTypes = ['ADDRESSABLE', 'COMMUNEDISTRICT', 'MUNICIPAL_ASSOCIATION'] as const;
export type AreaType = (typeof areaTypes)[number];

/** People live at an address in a municipality; a part of one; several with a common administration. */
const typeOfKind: Partial<Record<AreaKind, AreaType>> = {
  KREISFREIE_STADT: 'ADDRESSABLE',
  STADT: 'ADDRESSABLE',
  GEMEINDE: 'ADDRESSABLE',
  STADTBEZIRK: 'COMMUNEDISTRICT',
  ORTSTEIL: 'COMMUNEDISTRICT',
  AMT: 'MUNICIPAL_ASSOCIATION',
  SAMTGEMEINDE: 'MUNICIPAL_ASSOCIATION',
  VERWALTUNGSGEMEINSCHAFT: 'MUNICIPAL_ASSOCIATION',
};

export const isAreaKind = (word: string): word is AreaKind => areaKinds.some((kind) => kind === word);

export const areaTypeOf = (kind: AreaKind): AreaType | null => typeOfKind[kind] ?? null;

/** Orders of areas (spec section 3). */
export const areaSorts = ['id', 'distance'] as const;
