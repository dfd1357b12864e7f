import type { TFunction } from 'i18next';
import type { PageProblemCode } from '#domain/problem.ts';

/** What a problem means in plain words. */
export const problemText = ({ code }: { code: PageProblemCode }, t: TFunction<'errors'>): string =>
  t(`code.${code}`);
