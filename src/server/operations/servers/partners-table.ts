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
  const stateOf = ({ awaySince, isSlow }: KnownPartner): Html | string => {
    if (awaySince === null) return isSlow ? html`<strong>${t.slow}</strong>` : t.answers;
    const awaySeconds = (now.getTime() - awaySince.getTime()) / 1000;
    return html`<strong>${filled(t.away, { time: time(awaySince), duration: duration(awaySeconds) })}</strong>`;
  };
  const tookOf = ({ answerSeconds: took }: KnownPartner): string => {
    if (took === null) return '–';
    return took < 1 ? t.fast : seconds(took);
  };
  return section(
    'partners',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: t.partner, cell: ({ partner }) => partnerName(partner, locale) },
        { title: t.state, cell: stateOf },
        { title: t.took, cell: tookOf },
        { title: t.servers, cell: ({ servers }) => servers?.join(', ') ?? t.all },
      ],
      [...partners],
      t.none,
    ),
  );
}
