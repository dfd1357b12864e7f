import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { section, table } from '../parts.ts';
import { formatOf, texts } from '../texts.ts';
import type { KnownPartner } from './known.ts';
import { partnerName } from './names.ts';

/** Lists the partners of all servers: which one is away, since when, and which one is slow. */
export function partnersTable(partners: readonly KnownPartner[], now: Date, locale: Locale): Html {
  const t = texts[locale].partners;
  const { time, duration, seconds } = formatOf(locale);
  const since = (at: Date) =>
    filled(t.sinceFor, { time: time(at), duration: duration((now.getTime() - at.getTime()) / 1000) });
  return section(
    'partners',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: t.partner, cell: ({ partner }) => partnerName(partner, locale) },
        {
          title: t.state,
          cell: ({ awaySince, isSlow }) =>
            awaySince || isSlow ? html`<strong>${awaySince ? t.away : t.slow}</strong>` : t.answers,
        },
        { title: t.since, cell: ({ awaySince }) => (awaySince ? since(awaySince) : '–') },
        {
          title: t.took,
          cell: ({ answerSeconds }) => (answerSeconds === null ? '–' : seconds(answerSeconds)),
        },
        { title: t.servers, cell: ({ servers }) => servers?.join(', ') ?? t.all },
      ],
      [...partners],
      t.none,
    ),
  );
}
