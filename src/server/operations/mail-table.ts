import type { Locale } from '#domain/locale.ts';
import { type MailState, mailStates } from '#domain/mail.ts';
import { type Html, html } from '#server/html/html.ts';
import type { Database } from '#server/storage/database.ts';
import { section, table } from './parts.ts';
import { formatOf, texts } from './texts.ts';

/** Numbers of e-mails by their state, with the time since when the oldest has been due; null without a mail server. */
export type MailFigures = { state: MailState; count: number; oldest: Date }[] | null;

/** Counts the stored e-mails. @param isOn whether there is a mail server; e-mails from before are not shown without */
export async function mailFigures(db: Database, isOn: boolean): Promise<MailFigures> {
  if (!isOn) return null;
  const rows = await db
    .selectFrom('mail')
    .select((eb) => ['state', eb.fn.countAll<string>().as('count'), eb.fn.min('createdAt').as('oldest')])
    .groupBy('state')
    .execute();
  return rows
    .map(({ state, count, oldest }) => ({ state, count: Number(count), oldest }))
    .sort((one, other) => mailStates.indexOf(one.state) - mailStates.indexOf(other.state));
}

/** Shows how many e-mails wait and what became of the others; it names nobody. */
export function mailTable(figures: MailFigures, locale: Locale): Html {
  const { mails: t, count: numberOf } = texts[locale];
  const { count, time } = formatOf(locale);
  if (figures === null) return section('mails', t.title, html`<p class="sp-measure">${t.off}</p>`);
  return section(
    'mails',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: t.state, cell: ({ state }) => t.states[state] },
        { title: numberOf, numeric: true, cell: (row) => count(row.count) },
        { title: t.oldest, cell: ({ oldest }) => time(oldest) },
      ],
      figures,
      t.none,
    ),
  );
}
