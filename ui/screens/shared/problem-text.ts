import type { TFunction } from 'i18next';
import type { Locale, Localised } from '#domain/locale.ts';
import type { PageProblemCode } from '#domain/problem.ts';

/**
 * The meaning of a problem in plain words: those of operators where they have interrupted something; of a code that is
 * none of ours that of `internal`.
 * @param locale needed only where something can be interrupted
 */
export const problemText = (
  { code, sentence }: { code: PageProblemCode; sentence?: Localised | undefined },
  t: TFunction<'errors'>,
  locale?: Locale,
): string => (locale && sentence?.[locale]) ?? t([`code.${code}`, 'code.internal']);
