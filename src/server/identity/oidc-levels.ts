import { reachesLevel, type TrustLevel, trustLevels } from '#domain/trust-level.ts';

const EIDAS = 'http://eidas.europa.eu/LoA/';

/** Names of the levels (`acr`): those of eIDAS, which are requested, and those of BSI TR-03130. */
const LEVELS: Record<string, TrustLevel> = {
  [`${EIDAS}low`]: 'low',
  [`${EIDAS}substantial`]: 'substantial',
  [`${EIDAS}high`]: 'high',
  'http://bsi.bund.de/eID/LoA/normal': 'low',
  'http://bsi.bund.de/eID/LoA/substantiell': 'substantial',
  'http://bsi.bund.de/eID/LoA/hoch': 'high',
};

/** Returns the level that an `acr` stands for; null for any other. */
export const levelOfAcr = (acr: unknown): TrustLevel | null =>
  typeof acr === 'string' && Object.hasOwn(LEVELS, acr) ? (LEVELS[acr] ?? null) : null;

/** Returns `acr_values`: every sufficient level, the lowest first, because OpenID Connect knows no minimum. */
export const acrValues = (lowest: TrustLevel): string[] =>
  trustLevels.filter((level) => reachesLevel(level, lowest)).map((level) => `${EIDAS}${level}`);
