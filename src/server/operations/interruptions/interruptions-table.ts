import type { Content } from '#server/content/types.ts';
import { type Html, html } from '#server/html/html.ts';
import type { InterruptionRow } from '#server/interruptions/row.ts';
import type { PageFrame } from '../frame.ts';
import { button, section, table } from '../parts.ts';
import { formatOf, operatorName, texts } from '../texts.ts';
import { type interruptible, nameOf } from './interrupted-names.ts';
import { interruptionPath, interruptionQuery } from './interruption-path.ts';

/** Interruptions as the operators' page lists them. */
export type InterruptionList = {
  /** Those of which something is said now. */
  standing: readonly InterruptionRow[];
  /** Everything that can be interrupted. */
  known: ReturnType<typeof interruptible>;
};

/** Lists what is interrupted since when and by whom, and leads to the page of each, and of what could be. */
export function interruptionsTable(
  { locale }: PageFrame,
  { standing, known }: InterruptionList,
  content: Content,
): Html {
  const t = texts[locale].interruptions;
  const { time } = formatOf(locale);
  return section(
    'interruptions',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        {
          title: t.about,
          cell: ({ what }) =>
            html`<a class="sp-link sp-link--quiet" href="${interruptionPath(locale)}${interruptionQuery(what)}">${nameOf(what, content, locale)}</a>`,
        },
        { title: t.state, cell: ({ state }) => t.states[state] },
        { title: t.from, cell: ({ context: { said } }) => (said ? time(new Date(said.from)) : '–') },
        {
          title: t.until,
          cell: ({ context: { said } }) => (said?.until ? time(new Date(said.until)) : t.untilEnded),
        },
        { title: t.by, cell: ({ context: { said } }) => operatorName(said?.by ?? null, locale) },
      ],
      [...standing],
      t.none,
    ),
    html`<form class="sp-stack" method="get" action="${interruptionPath(locale)}">
      <div class="sp-field"><label class="kern-label" for="what">${t.choose}</label><div class="sp-control"><div class="kern-form-input__select-wrapper sp-width-full">
        <select class="kern-form-input__select" id="what" name="what">${known.map(
          ({ what, name }) => html`<option value="${what}">${name}</option>`,
        )}</select>
      </div></div></div>
      <div class="sp-actions">${button(t.go, 'secondary')}</div>
    </form>`,
  );
}
