import type { Locale, Localised } from '#domain/locale.ts';
import { SHOWN_FROM } from '#server/analytics/expiry.ts';
import type { Counted, Report } from '#server/analytics/report.ts';
import type { Content } from '#server/content/types.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { section, table } from './parts.ts';
import { serviceName, stepsByForm } from './steps-by-form.ts';
import { formatOf, texts } from './texts.ts';

const ROWS = 100;

/** Returns tables of counts: pages, searches without a result, steps of applications. */
export function countedTables(report: Report, content: Content, locale: Locale): Html[] {
  const t = texts[locale];
  const { count } = formatOf(locale);
  const times = { title: t.count, numeric: true, cell: (row: Counted) => count(row.count) };
  const note = (text: string, values: Record<string, string>) =>
    html`<p class="sp-measure">${filled(text, values)}</p>`;
  return [
    section(
      'pages',
      t.pages.title,
      note(t.pages.note, { count: count(report.pagesInAll), rows: String(ROWS) }),
      table(
        t.pages.caption,
        [
          { title: t.pages.page, cell: (row) => nameOf(row, content, locale) },
          { title: t.pages.kind, cell: ({ subject }) => screenName(subject, locale) },
          times,
        ],
        report.pages.slice(0, ROWS),
        t.nothing,
      ),
    ),
    section(
      'searches',
      t.searches.title,
      note(t.searches.note, { count: count(report.searchesWithoutResult), from: String(SHOWN_FROM) }),
      table(
        t.searches.caption,
        [{ title: t.searches.query, cell: ({ subject }) => subject }, times],
        report.queries.slice(0, ROWS),
        t.searches.none,
      ),
    ),
    section(
      'steps',
      t.steps.title,
      note(t.steps.note, {}),
      table(
        t.steps.caption,
        [
          { title: t.steps.form, cell: ({ form }) => serviceName(form, content)[locale] },
          { title: t.steps.step, cell: ({ status }) => t.steps.status[status] },
          { title: t.count, numeric: true, cell: (row) => count(row.count) },
        ],
        stepsByForm(report.steps, content),
        t.nothing,
      ),
    ),
  ];
}

function nameOf({ subject, detail }: Counted, content: Content, locale: Locale): string {
  const titles: Record<string, Map<string, { title: Localised }>> = {
    service: content.services,
    topic: content.topics,
    lifeSituation: content.lifeSituations,
    page: content.pages,
  };
  return titles[subject]?.get(detail)?.title[locale] ?? (detail || screenName(subject, locale));
}

const screenName = (screen: string, locale: Locale): string =>
  (texts[locale].screens as Record<string, string>)[screen] ?? screen;
