import type { Locale } from '#domain/locale.ts';
import deWorkflow from '#locales/de/workflow.json' with { type: 'json' };
import enWorkflow from '#locales/en/workflow.json' with { type: 'json' };
import { type Html, html } from '#server/html/html.ts';
import type { Database } from '#server/storage/database.ts';
import { machineRow, type SubmissionRow } from '#server/submission/row.ts';
import { caseLink, section, table } from './parts.ts';
import { formatOf, problemText, texts } from './texts.ts';

const MAX_SHOWN = 200;
const stepTitles = { de: deWorkflow.submission, en: enWorkflow.submission };

export type OpenDelivery = Pick<SubmissionRow, 'ticketNumber' | 'state' | 'context'>;

/** Returns submissions that wait for another attempt or have failed, oldest tickets last. */
export const openDeliveries = (db: Database): Promise<OpenDelivery[]> =>
  db
    .selectFrom('submission')
    .innerJoin('process', 'process.id', 'submission.processId')
    .select(['submission.ticketNumber', 'submission.state', 'submission.context'])
    .where('submission.state', 'in', ['waiting', 'SUBMISSION_FAILURE'])
    .orderBy('process.statusChanged', 'desc')
    .limit(MAX_SHOWN)
    .execute();

/** Lists failed deliveries with their step, the reason and the next attempt, without personal data. */
export function openDeliveriesTable(deliveries: OpenDelivery[], locale: Locale): Html {
  const t = texts[locale].deliveries;
  const { count, time } = formatOf(locale);
  const facts = (row: OpenDelivery) => machineRow(row).context;
  const problem = (name: string | null) => (name === null ? '–' : problemText(name, locale));
  const moment = (iso: string | null) => (iso === null ? t.byPerson : time(new Date(iso)));
  return section(
    'deliveries',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: t.ticket, cell: ({ ticketNumber }) => caseLink(locale, ticketNumber) },
        { title: t.step, cell: (row) => stepTitles[locale][facts(row).step] },
        { title: t.problem, cell: (row) => problem(facts(row).problem) },
        { title: t.tries, numeric: true, cell: (row) => count(facts(row).tries) },
        { title: t.next, cell: (row) => moment(facts(row).nextTryAt) },
        { title: t.until, cell: (row) => moment(facts(row).tryUntil) },
      ],
      deliveries,
      t.none,
    ),
  );
}
