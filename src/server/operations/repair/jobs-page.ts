import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { type FailedJobs, failedMark } from '#server/use-cases/retry-jobs.ts';
import { operationsDocument, type PageFrame } from '../frame.ts';
import { button, field, table } from '../parts.ts';
import { formatOf, operationsPaths, texts } from '../texts.ts';
import { REASON_LENGTH } from './repair-form.ts';

/** Address of the page of failed jobs. */
export const jobsPath = (locale: Locale): string => `${operationsPaths[locale]}/${texts[locale].jobs.path}`;

/** Outcome of the last try, or why there was none. */
export type JobsNotice = 'done' | 'moved' | 'reason' | 'role';

/** The page of the jobs that have failed, by queue: without their data, and with a form to have them tried again. */
export function jobsPage(
  frame: PageFrame,
  { failed, notice, mayRepair }: { failed: FailedJobs[]; notice: JobsNotice | null; mayRepair: boolean },
): string {
  const { locale } = frame;
  const t = texts[locale].jobs;
  const { count, time } = formatOf(locale);
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-stack--large">
      <p><a class="sp-link" href="${operationsPaths[locale]}">${texts[locale].case.back}</a></p>
      <h1 class="sp-page-heading">${t.title}</h1>
      ${notice && html`<p class="${notice === 'done' ? 'sp-lead' : 'sp-error'}" role="${notice === 'done' ? 'status' : 'alert'}"><span>${t.notice[notice]}</span></p>`}
      <p class="sp-measure">${t.note}</p>
      ${table(
        t.caption,
        [
          { title: texts[locale].queues.queue, cell: ({ queue }) => queue },
          { title: texts[locale].count, numeric: true, cell: (row) => count(row.count) },
          { title: t.since, cell: ({ since }) => time(since) },
          { title: t.last, cell: ({ last }) => time(last) },
        ],
        failed,
        t.none,
      )}
      ${mayRepair && failed.map((one) => retryForm(locale, one))}
    </div>`,
    { pathOf: jobsPath },
  );
}

function retryForm(locale: Locale, failed: FailedJobs): Html {
  const { jobs: t, case: c } = texts[locale];
  const id = `because-${failed.queue}`;
  const title = filled(t.retry, { queue: failed.queue });
  return html`<form class="sp-stack sp-measure" method="post" action="${jobsPath(locale)}" aria-labelledby="${id}-title">
    <h2 id="${id}-title" class="sp-card-heading">${title}</h2>
    <input type="hidden" name="queue" value="${failed.queue}">
    <input type="hidden" name="seen" value="${failedMark(failed)}">
    ${field(id, c.because, html`<input class="kern-form-input__input sp-width-full" id="${id}" name="because" maxlength="${String(REASON_LENGTH)}" required autocomplete="off" aria-describedby="${id}-hint">`)}
    <p id="${id}-hint">${c.becauseHint}</p>
    <div class="sp-actions">${button(title)}</div>
  </form>`;
}
