/** How sure the service can be who somebody is, weakest first (spec section 6). */
export const trustLevels = ['low', 'substantial', 'high'] as const;
export type TrustLevel = (typeof trustLevels)[number];

/** A login at this level does for what asks for that level. */
export const reachesLevel = (level: TrustLevel, needed: TrustLevel): boolean =>
  trustLevels.indexOf(level) >= trustLevels.indexOf(needed);
