import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { type FailedJobs, failedMark } from '#server/use-cases/retry-jobs.ts';
import { operationsDocument, type PageFrame } from '../frame.ts';
import { button, table } from '../parts.ts';
import { formatOf, operationsPaths, queueName, texts } from '../texts.ts';
import { reasonField, unsavedText } from './reason-field.ts';

/** Address of the page of failed jobs. */
export const jobsPath = (locale: Locale): string => `${operationsPaths[locale]}/${texts[locale].jobs.path}`;

/** Outcome of the last try, or why there was none. */
export type JobsNotice = 'done' | 'moved' | 'reason' | 'role';

export type JobsPage = {
  failed: FailedJobs[];
  notice: JobsNotice | null;
  /** Number of jobs that are tried again now. */
  count: number;
  /** The form that was not taken; null for none. */
  typed: { queue: string; because: string } | null;
  mayRepair: boolean;
};

/** The page of the jobs that have failed, by queue: without their data, and with a form to have them tried again. */
export function jobsPage(frame: PageFrame, page: JobsPage): string {
  const { failed, notice, count: retried, typed, mayRepair } = page;
  const { locale } = frame;
  const t = texts[locale].jobs;
  const { count, time } = formatOf(locale);
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-stack--large">
      <p><a class="sp-link" href="${operationsPaths[locale]}">${texts[locale].case.back}</a></p>
      <h1 class="sp-page-heading">${t.title}</h1>
      ${notice && html`<p class="${notice === 'done' ? 'sp-lead' : 'sp-error'}" role="${notice === 'done' ? 'status' : 'alert'}"><span>${filled(t.notice[notice], { count: count(retried) })}</span></p>`}
      ${notice === 'done' && html`<p><a class="sp-link" href="${jobsPath(locale)}">${t.reload}</a></p>`}
      ${typed && !(mayRepair && failed.some(({ queue }) => queue === typed.queue)) && unsavedText(typed.because, locale)}
      <p class="sp-measure">${t.note}</p>
      ${table(
        t.caption,
        [
          { title: texts[locale].queues.queue, cell: ({ queue }) => queueName(queue, locale) },
          { title: texts[locale].count, numeric: true, cell: (row) => count(row.count) },
          { title: t.since, cell: ({ since }) => time(since) },
          { title: t.last, cell: ({ last }) => time(last) },
        ],
        failed,
        t.none,
      )}
      ${mayRepair && failed.map((one) => retryForm(locale, one, page))}
    </div>`,
    { pathOf: jobsPath },
  );
}

function retryForm(locale: Locale, failed: FailedJobs, { typed, notice }: JobsPage): Html {
  const { jobs: t, case: c } = texts[locale];
  const id = `because-${failed.queue}`;
  const isTyped = typed?.queue === failed.queue;
  const title = filled(t.retry, { queue: queueName(failed.queue, locale) });
  return html`<form class="sp-stack sp-measure" method="post" action="${jobsPath(locale)}" aria-labelledby="${id}-title">
    <h2 id="${id}-title" class="sp-section-heading">${title}</h2>
    <input type="hidden" name="queue" value="${failed.queue}">
    <input type="hidden" name="seen" value="${failedMark(failed)}">
    ${reasonField({
      id,
      label: c.because,
      hint: c.becauseHint,
      typed: isTyped ? typed?.because : '',
      error: isTyped && notice === 'reason' ? c.reasonMissing : null,
    })}
    <div class="sp-actions">${button(title)}</div>
  </form>`;
}
