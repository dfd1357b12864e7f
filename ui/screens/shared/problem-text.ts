import type { TFunction } from 'i18next';
import type { PageProblemCode } from '#domain/problem.ts';

/** The meaning of a problem in plain words; of a code that is none of ours that of `internal`. */
export const problemText = ({ code }: { code: PageProblemCode }, t: TFunction<'errors'>): string =>
  t([`code.${code}`, 'code.internal']);
