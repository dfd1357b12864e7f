import type { TFunction } from 'i18next';
import type { Problem } from '#machines/portal/problem.ts';

/** What a problem means in plain words; a code that has none gets the general message. */
export const problemText = ({ code, limit }: Problem, t: TFunction<'errors'>): string => {
  const known = `code.${code}` as 'code.internal';
  return t([known, 'code.internal'], { limit: limitText(limit) });
};

/** Limits come in bytes or as a list of types. */
const limitText = (limit: number | string | undefined): string =>
  typeof limit === 'number' ? `${Math.round(limit / (1024 * 1024))} MB` : (limit ?? '');
