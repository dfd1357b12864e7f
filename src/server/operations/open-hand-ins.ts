import type { HandInState } from '#domain/hand-in.ts';
import type { Locale } from '#domain/locale.ts';
import deWorkflow from '#locales/de/workflow.json' with { type: 'json' };
import enWorkflow from '#locales/en/workflow.json' with { type: 'json' };
import type { HandInContext } from '#machines/handIn/handIn.types.ts';
import { type Html, html } from '#server/html/html.ts';
import type { Database } from '#server/storage/database.ts';
import { caseLink, section, table } from './parts.ts';
import { formatOf, problemText, texts } from './texts.ts';

const MAX_SHOWN = 200;
const titles = { de: deWorkflow.handIn, en: enWorkflow.handIn };

export type OpenHandIn = {
  ticketNumber: string;
  number: number;
  state: HandInState;
  context: HandInContext;
};

/** Returns hand-ins that are not delivered, newest first. */
export const openHandIns = (db: Database): Promise<OpenHandIn[]> =>
  db
    .selectFrom('handIn')
    .innerJoin('submission', 'submission.processId', 'handIn.processId')
    .select(['submission.ticketNumber', 'handIn.number', 'handIn.state', 'handIn.context'])
    .where('handIn.state', 'in', ['waiting', 'failed'])
    .orderBy('handIn.createdAt', 'desc')
    .limit(MAX_SHOWN)
    .execute();

/** Lists them with the reason and the next attempt, without personal data; one that failed waits for its person. */
export function openHandInsTable(handIns: OpenHandIn[], locale: Locale): Html {
  const { handIns: t, deliveries: d } = texts[locale];
  const { count, time } = formatOf(locale);
  const moment = ({ state }: OpenHandIn, iso: string) =>
    state === 'failed' ? d.byPerson : time(new Date(iso));
  return section(
    'hand-ins',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: d.ticket, cell: ({ ticketNumber }) => caseLink(locale, ticketNumber) },
        { title: t.number, numeric: true, cell: ({ number }) => count(number) },
        { title: t.state, cell: ({ state }) => titles[locale][state] },
        {
          title: d.problem,
          cell: ({ context: { problem } }) => (problem === null ? '–' : problemText(problem, locale)),
        },
        { title: d.tries, numeric: true, cell: ({ context }) => count(context.tries) },
        { title: d.next, cell: (row) => moment(row, row.context.nextTryAt) },
        { title: d.until, cell: (row) => moment(row, row.context.tryUntil) },
      ],
      handIns,
      t.none,
    ),
  );
}
