/** Levels of certainty about a person's identity, weakest first (spec section 6). */
export const trustLevels = ['low', 'substantial', 'high'] as const;
export type TrustLevel = (typeof trustLevels)[number];

/** Levels that a login may not reach, weakest first: anything above the weakest is required explicitly. */
export const raisedLevels = ['substantial', 'high'] as const satisfies readonly TrustLevel[];
export type RaisedLevel = (typeof raisedLevels)[number];

/** True if a login at this level suffices for the needed level. */
export const reachesLevel = (level: TrustLevel, needed: TrustLevel): boolean =>
  trustLevels.indexOf(level) >= trustLevels.indexOf(needed);

/** The weaker of two levels. */
export const lowerLevel = (one: TrustLevel, other: TrustLevel): TrustLevel =>
  reachesLevel(one, other) ? other : one;

/** Levels that a login at this one reaches. */
export const levelsUpTo = (level: TrustLevel): readonly TrustLevel[] =>
  trustLevels.slice(0, trustLevels.indexOf(level) + 1);
