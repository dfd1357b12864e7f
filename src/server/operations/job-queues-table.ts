import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import type { JobQueue } from './job-queues.ts';
import { section, table } from './parts.ts';
import { jobsPath } from './repair/jobs-page.ts';
import { formatOf, queueName, texts } from './texts.ts';

/** Lists the queues of jobs with their lengths, and how long the oldest job that may run has waited. */
export function jobQueuesTable(queues: JobQueue[], locale: Locale): Html {
  const t = texts[locale].queues;
  const { count, duration } = formatOf(locale);
  return section(
    'queues',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: t.queue, cell: ({ queue }) => queueName(queue, locale) },
        { title: texts[locale].handIns.state, cell: ({ state }) => t.states[state] },
        { title: texts[locale].count, numeric: true, cell: (row) => count(row.count) },
        {
          title: t.overdue,
          cell: ({ state, seconds }) => (state === 'created' && seconds >= 1 ? duration(seconds) : '–'),
        },
      ],
      queues,
      t.none,
    ),
    html`<p><a class="sp-link" href="${jobsPath(locale)}">${t.toFailed}</a></p>`,
  );
}
