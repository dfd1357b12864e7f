import type { EngineForm } from '#server/ports/form.ts';
import { nextStepOf, type ProcessRow } from './row.ts';

/**
 * The step of the form that a draft continues at, counted from 1 as on the screen of the form: the summary is the last
 * one. Null where the form is not what is due, or nobody here knows its pages.
 */
export function formStep(
  form: Pick<EngineForm, 'pages'> | null,
  row: ProcessRow,
): { at: number; of: number } | null {
  if (form === null || nextStepOf(row) !== 'form') return null;
  const pages = form.pages(row.data);
  const index = row.page === null ? 0 : pages.indexOf(row.page);
  return pages.length === 0 || index < 0 ? null : { at: index + 1, of: pages.length + 1 };
}
