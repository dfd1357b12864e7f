import type { TFunction } from 'i18next';
import type { PageProblemCode } from '#domain/problem.ts';

/** The meaning of a problem in plain words. */
export const problemText = ({ code }: { code: PageProblemCode }, t: TFunction<'errors'>): string =>
  t(`code.${code}`);
