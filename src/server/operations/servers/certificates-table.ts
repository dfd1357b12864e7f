import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { section, table } from '../parts.ts';
import { formatOf, texts } from '../texts.ts';
import type { KnownCertificate } from './known.ts';
import { certificateName } from './names.ts';

/** Days before its end from which a certificate is to be renewed; the log warns as early (watch/certificates.ts). */
const SOON_DAYS = 30;

export const endsSoon = ({ days }: Pick<KnownCertificate, 'days'>): boolean => days < SOON_DAYS;

/** Returns how long a certificate is still good, in words. */
export function goodFor({ days }: Pick<KnownCertificate, 'days'>, locale: Locale): string {
  const t = texts[locale].certificates;
  const words = formatOf(locale).days(Math.abs(days));
  return days < 0 ? filled(t.ended, { days: words }) : days === 0 ? t.today : words;
}

/** Lists the certificates of all servers, the one that ends first at the beginning. */
export function certificatesTable(certificates: readonly KnownCertificate[], locale: Locale): Html {
  const t = texts[locale].certificates;
  return section(
    'certificates',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: t.certificate, cell: ({ certificate }) => certificateName(certificate, locale) },
        {
          title: t.left,
          cell: (one) =>
            endsSoon(one) ? html`<strong>${goodFor(one, locale)}</strong>` : goodFor(one, locale),
        },
        { title: t.variable, cell: ({ certificate }) => certificate },
        {
          title: texts[locale].partners.servers,
          cell: ({ servers }) => servers?.join(', ') ?? texts[locale].partners.all,
        },
      ],
      [...certificates],
      t.none,
    ),
  );
}
