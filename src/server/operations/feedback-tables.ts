import { feedbackPassings, foundAnswers } from '#domain/feedback.ts';
import type { Locale } from '#domain/locale.ts';
import type { Content } from '#server/content/types.ts';
import type { FeedbackReport } from '#server/feedback/report.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { section, table } from './parts.ts';
import { formatOf, texts } from './texts.ts';

/** Returns the part of the page about feedback: totals by service and occasion, and the newest texts. */
export function feedbackTables(
  { totals, texts: written, passing }: FeedbackReport,
  content: Content,
  locale: Locale,
): Html {
  const t = texts[locale].feedback;
  const { count, average, day } = formatOf(locale);
  const nameOf = (leiKaId: string | null) =>
    leiKaId === null ? t.portal : (content.services.get(leiKaId)?.title[locale] ?? leiKaId);
  return section(
    'feedback',
    t.title,
    html`<p class="sp-measure">${t.note}</p>${feedbackPassings.some((stage) => passing[stage] > 0) && html`<p class="sp-measure">${filled(t.passing, { taken: count(passing.taken), waiting: count(passing.waiting), refused: count(passing.refused) })}</p>`}`,
    table(
      t.caption,
      [
        { title: t.service, cell: ({ leiKaId }) => nameOf(leiKaId) },
        { title: t.occasion, cell: ({ occasion }) => t.occasions[occasion] },
        { title: texts[locale].count, numeric: true, cell: (row) => count(row.count) },
        { title: t.stars, numeric: true, cell: ({ stars }) => (stars === null ? '–' : average(stars)) },
        ...foundAnswers.map((answer) => ({
          title: t.found[answer],
          numeric: true,
          cell: ({ found }: FeedbackReport['totals'][number]) => count(found[answer]),
        })),
      ],
      totals,
      t.none,
    ),
    table(
      t.texts,
      [
        { title: t.day, cell: (row) => day(row.day) },
        { title: t.service, cell: ({ leiKaId }) => nameOf(leiKaId) },
        { title: t.occasion, cell: ({ occasion }) => t.occasions[occasion] },
        { title: t.stars, numeric: true, cell: ({ stars }) => (stars === null ? '–' : count(stars)) },
        { title: t.text, cell: ({ text }) => text },
      ],
      written,
      t.noTexts,
    ),
  );
}
