import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import type { SeenServer } from '#server/running-servers/row.ts';
import { formatOf, texts } from '../texts.ts';
import type { Finding } from '../waiting.ts';
import { endsSoon, goodFor } from './certificates-table.ts';
import { isSilent, type KnownCertificate, type KnownPartner } from './known.ts';
import { certificateName, partnerName } from './names.ts';
import { isClockWrong, lacksOf } from './servers-table.ts';

/** Servers, partners and certificates of the installation. */
export type Installation = {
  servers: readonly SeenServer[];
  partners: readonly KnownPartner[];
  certificates: readonly KnownCertificate[];
};

/**
 * Names, above everything else, what is wrong with the installation and what waits for somebody, each with a link to
 * its details.
 */
export function attention(
  { servers, partners, certificates }: Installation,
  waits: readonly Finding[],
  now: Date,
  locale: Locale,
): Html {
  const t = texts[locale].attention;
  const { duration } = formatOf(locale);
  const heard = servers.filter((server) => !isSilent(server));
  const since = (at: Date) => duration((now.getTime() - at.getTime()) / 1000);
  const found: Finding[] = [
    ...partners.flatMap(({ partner, awaySince, isSlow }) => {
      const name = partnerName(partner, locale);
      if (awaySince) return { text: filled(t.away, { name, duration: since(awaySince) }), id: 'partners' };
      return isSlow ? { text: filled(t.slow, { name }), id: 'partners' } : [];
    }),
    ...servers.filter(isSilent).map(({ name, silentSeconds }) => ({
      text: filled(t.silent, { name, duration: duration(silentSeconds) }),
      id: 'servers',
    })),
    ...heard.flatMap((server) => {
      const lacks = lacksOf(server, locale);
      return lacks === null ? [] : { text: filled(t.lacks, { name: server.name, lacks }), id: 'servers' };
    }),
    ...heard.filter(isClockWrong).map(({ name }) => ({ text: filled(t.clock, { name }), id: 'servers' })),
    ...certificates.filter(endsSoon).map((one) => ({
      text: filled(one.days < 0 ? t.certificateEnded : t.certificate, {
        name: certificateName(one.certificate, locale),
        days: goodFor(one, locale),
      }),
      id: 'certificates',
    })),
    ...waits,
  ];
  if (found.length === 0) return html`<p class="sp-measure">${t.none}</p>`;
  return html`<section class="sp-stack" aria-labelledby="attention">
    <h2 id="attention" class="sp-section-heading">${t.title}</h2>
    <ul class="sp-list">${found.map(({ text, id }) => html`<li><a class="sp-link" href="#${id}">${text}</a></li>`)}</ul>
  </section>`;
}
