import type { EngineForm } from '#server/ports/form.ts';
import { nextStepOf, type ProcessRow } from './row.ts';

/**
 * Returns the step of the form at which a draft continues, counted from 1 as on the screen of the form; the summary
 * is the last step, and a draft continues there once its last page was reached and nothing that the form needs is
 * missing. Null where the form is not the next step, or its pages are unknown here.
 */
export function formStep(
  form: Pick<EngineForm, 'pages' | 'check'> | null,
  row: ProcessRow,
): { at: number; of: number } | null {
  if (form === null || nextStepOf(row) !== 'form') return null;
  const pages = form.pages(row.data);
  const index = row.page === null ? 0 : pages.indexOf(row.page);
  if (pages.length === 0 || index < 0) return null;
  const isComplete = index === pages.length - 1 && form.check(row.data).faults.length === 0;
  return { at: isComplete ? pages.length + 1 : index + 1, of: pages.length + 1 };
}
