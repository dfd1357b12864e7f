import { type Locale, languageTag } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import type { RefundRow } from '#server/payment/refund.ts';
import type { Database } from '#server/storage/database.ts';
import { type Column, section, table } from './parts.ts';
import { refundPath } from './repair/refund-path.ts';
import { formatOf, operatorName, texts, titles } from './texts.ts';

const MAX_SHOWN = 500;

/** Money to be returned, and money that was. */
export type Refunds = { open: RefundRow[]; returned: RefundRow[] };

/** Returns what is to be returned, oldest first, and what operators have noted as returned, newest first. */
export async function readRefunds(db: Database): Promise<Refunds> {
  const rows = db.selectFrom('refund').selectAll().limit(MAX_SHOWN);
  return {
    open: await rows.where('refundedAt', 'is', null).orderBy('notedAt').execute(),
    returned: await rows.where('refundedAt', 'is not', null).orderBy('refundedAt', 'desc').execute(),
  };
}

/** Lists money to be returned, which operators do with the payment provider; below, folded, what was returned. */
export function refundTables({ open, returned }: Refunds, locale: Locale): Html {
  const t = texts[locale].refunds;
  const { money, time } = formatOf(locale);
  const columns: Column<RefundRow>[] = [
    {
      title: t.reference,
      cell: ({ paymentId, reference, transactionId }) =>
        html`<a class="sp-link sp-link--quiet" href="${refundPath(locale)}?payment=${paymentId}">${reference ?? transactionId}</a>`,
    },
    { title: t.amount, numeric: true, cell: ({ amountCents }) => money(amountCents) },
    { title: t.transaction, cell: ({ transactionId }) => transactionId },
  ];
  return section(
    'refunds',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        ...columns,
        { title: t.noted, cell: ({ notedAt }) => time(notedAt) },
        { title: t.state, cell: (row) => titles[locale].refund[row.proposed ? 'proposed' : 'open'] },
      ],
      open,
      t.none,
    ),
    ...(returned.length === 0
      ? []
      : [
          html`<details class="sp-stack">
      <summary>${t.returned} (${returned.length.toLocaleString(languageTag[locale])})</summary>
      ${table(
        t.returned,
        [
          ...columns,
          { title: t.returnedAt, cell: ({ refundedAt }) => (refundedAt ? time(refundedAt) : '–') },
          { title: t.by, cell: ({ refunded }) => operatorName(refunded?.by ?? null, locale) },
        ],
        returned,
        '',
      )}
    </details>`,
        ]),
  );
}
