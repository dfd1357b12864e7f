import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import type { Orphans } from '#server/processes/orphans.ts';
import { section, table } from './parts.ts';
import { formatOf, texts } from './texts.ts';

/** Lists the applications whose form the content does not have, by that form. */
export function orphansTable(orphans: Orphans[], locale: Locale): Html {
  const { orphans: t } = texts[locale];
  const { count } = formatOf(locale);
  return section(
    'orphans',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: t.form, cell: ({ metadataId }) => metadataId },
        { title: t.name, cell: ({ title }) => title ?? '–' },
        { title: t.drafts, numeric: true, cell: ({ drafts }) => count(drafts) },
        { title: t.sent, numeric: true, cell: ({ sent }) => count(sent) },
      ],
      orphans,
      t.none,
    ),
  );
}
