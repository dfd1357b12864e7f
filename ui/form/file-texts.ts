import type { TFunction } from 'i18next';
import type { Locale } from '#domain/locale.ts';
import { displayBytes } from '#forms/display-bytes.ts';
import { kindsInWords, MAX_FILES, MAX_TOTAL_BYTES } from '#forms/files.ts';
import { fieldId } from '#forms/paths.ts';
import type { MissedFile } from '#machines/form/form.selectors.ts';
import type { Problem } from '#machines/kit/problem.ts';
import type { PendingFile } from '#machines/upload/pending-files.ts';
import type { PlacedError } from './error-text.ts';
import { adviceOn } from './file-advice.ts';

/** Says why a file was not taken, in the reader's language. */
export function fileProblemText({ code, limit }: Problem, t: TFunction<'form'>, language: Locale): string {
  const known = `file.problem.${code}` as 'file.problem.other';
  return t([known, 'file.problem.other'], {
    kinds: typeof limit === 'string' ? kindsInWords(limit, language) : '',
    size: displayBytes(typeof limit === 'number' ? limit : MAX_TOTAL_BYTES, language),
    count: MAX_FILES,
    megapixels: typeof limit === 'number' ? limit / 1_000_000 : '',
  });
}

/** Says why a file was not taken, and what the person can do about it. */
export function refusalText(
  { name, type, problem }: Pick<PendingFile, 'name' | 'type' | 'problem'>,
  t: TFunction<'form'>,
  language: Locale,
): string {
  if (problem === null) return '';
  const reason = fileProblemText(problem, t, language);
  const advice = adviceOn({ name, type }, problem);
  return advice === null ? reason : `${reason} ${t(`file.advice.${advice}`)}`;
}

/**
 * Lines for the error summary, one per file that did not arrive; files of other pages name their page.
 * @param openPage leads to a field on another page
 */
export const missedFileErrors = (
  files: readonly MissedFile[],
  t: TFunction<'form'>,
  language: Locale,
  openPage: (key: string, fieldId: string) => void,
): PlacedError[] =>
  files.map(({ page, isDispensable, ...file }) => {
    const { name, path, stage } = file;
    const reason = refusalText(file, t, language);
    const kind = stage === 'failed' ? 'failed' : isDispensable ? 'dispensable' : 'refused';
    const text = t(`file.missed.${kind}`, { name, reason });
    return {
      path,
      fieldId: fieldId(path),
      text: page ? t('file.missed.onPage', { page: page.title }) + text : text,
      open: page ? () => openPage(page.key, fieldId(path)) : undefined,
    };
  });
