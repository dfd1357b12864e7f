import type { TFunction } from 'i18next';
import type { Problem } from '#machines/kit/problem.ts';

/** What a problem means in plain words; a code that has none gets the general message. */
export const problemText = ({ code }: Problem, t: TFunction<'errors'>): string =>
  t([`code.${code}` as 'code.internal', 'code.internal']);
