/** How sure the service can be who somebody is, weakest first (spec section 6). */
export const trustLevels = ['low', 'substantial', 'high'] as const;
export type TrustLevel = (typeof trustLevels)[number];

/** Levels that a login may not reach, weakest first: nothing asks for more than the weakest without saying so. */
export const raisedLevels = ['substantial', 'high'] as const satisfies readonly TrustLevel[];
export type RaisedLevel = (typeof raisedLevels)[number];

/** A login at this level does for what asks for that level. */
export const reachesLevel = (level: TrustLevel, needed: TrustLevel): boolean =>
  trustLevels.indexOf(level) >= trustLevels.indexOf(needed);
