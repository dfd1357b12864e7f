import type { TrustLevel } from '#domain/trust-level.ts';

/** The AuthnContextClassRef by which the citizens' account knows a level. */
export const STORK_CLASSES: Record<TrustLevel, string> = {
  low: 'STORK-QAA-Level-1',
  substantial: 'STORK-QAA-Level-3',
  high: 'STORK-QAA-Level-4',
};

/** The AuthnContextClassRef by which the business account knows a level, in the terms of the eIDAS regulation. */
export const EIDAS_CLASSES: Record<TrustLevel, string> = {
  low: 'http://eidas.europa.eu/LoA/low',
  substantial: 'http://eidas.europa.eu/LoA/substantial',
  high: 'http://eidas.europa.eu/LoA/high',
};

const LEVELS: Record<string, TrustLevel> = {
  'STORK-QAA-Level-1': 'low',
  'STORK-QAA-Level-2': 'low',
  'STORK-QAA-Level-3': 'substantial',
  'STORK-QAA-Level-4': 'high',
  'http://eidas.europa.eu/LoA/low': 'low',
  'http://eidas.europa.eu/LoA/substantial': 'substantial',
  'http://eidas.europa.eu/LoA/high': 'high',
};

/** Returns the level that an AuthnContextClassRef (STORK QAA or eIDAS) stands for; null for any other. */
export function levelOfClass(classRef: string): TrustLevel | null {
  return Object.hasOwn(LEVELS, classRef) ? (LEVELS[classRef] ?? null) : null;
}
