import type { Locale } from '#domain/locale.ts';
import type { AttemptState } from '#domain/payment.ts';
import deWorkflow from '#locales/de/workflow.json' with { type: 'json' };
import enWorkflow from '#locales/en/workflow.json' with { type: 'json' };
import { type Html, html } from '#server/html/html.ts';
import type { Database } from '#server/storage/database.ts';
import { section, table } from './parts.ts';
import { casePath } from './repair/look-up-form.ts';
import { formatOf, texts } from './texts.ts';

const MAX_SHOWN = 200;
/** Most people are done by then. */
const PATIENCE_MS = 15 * 60_000;
const titles = { de: deWorkflow.payment, en: enWorkflow.payment };

export type OpenPayment = {
  processId: string;
  reference: string | null;
  state: AttemptState;
  createdAt: Date;
  checks: number;
  askedUntil: Date;
};

/** Returns present attempts to pay without an outcome after a quarter of an hour, oldest first. */
export const openPayments = (db: Database, now: Date): Promise<OpenPayment[]> =>
  db
    .selectFrom('payment')
    .innerJoin('process', 'process.id', 'payment.processId')
    .select([
      'payment.processId',
      'payment.reference',
      'payment.state',
      'payment.createdAt',
      'payment.checks',
      'payment.askedUntil',
    ])
    .where('payment.state', '=', 'pending')
    .where('payment.transactionId', 'is not', null)
    .where('payment.createdAt', '<=', new Date(now.getTime() - PATIENCE_MS))
    .orderBy('payment.createdAt')
    .limit(MAX_SHOWN)
    .execute();

/** Lists them by the reference of the payment service; each leads to the page of its application. */
export function openPaymentsTable(payments: OpenPayment[], locale: Locale): Html {
  const { openPayments: t, case: c, refunds, handIns } = texts[locale];
  const { count, time } = formatOf(locale);
  return section(
    'open-payments',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        {
          title: refunds.reference,
          cell: ({ processId, reference }) =>
            html`<a class="sp-link sp-link--quiet" href="${casePath(locale)}?number=${processId}">${reference ?? processId}</a>`,
        },
        { title: handIns.state, cell: ({ state }) => titles[locale][state] },
        { title: c.begun, cell: ({ createdAt }) => time(createdAt) },
        { title: c.asked, numeric: true, cell: ({ checks }) => count(checks) },
        { title: c.askedUntil, cell: ({ askedUntil }) => time(askedUntil) },
      ],
      payments,
      t.none,
    ),
  );
}
