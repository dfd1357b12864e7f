import type { ServiceAnswer, ServiceDetail, ServiceLink } from '#contract/content.ts';
import type { OtherWay } from '#contract/shapes.ts';
import { textModules } from '#contract/text-modules.ts';
import type { Locale, Localised } from '#domain/locale.ts';
import { onceFor } from '#server/once-for.ts';
import type { Neighbours } from '#server/ports/neighbours.ts';
import { authorityFor } from './contact-box.ts';
import { saysItsFigures } from './load/said-figures.ts';
import { atPlace } from './local-texts.ts';
import { authorityView, metadataView, otherWayView } from './metadata-view.ts';
import { availableMetadata, isAvailable, metadataOf } from './offers.ts';
import { areaCovers } from './places/area-keys.ts';
import { resolvePlace } from './places/resolve-place.ts';
import { authorityChoices, responsibleAuthority } from './responsibility.ts';
import { portalThatRuns } from './shared-services.ts';
import type { Content, Cost, Service } from './types.ts';

/**
 * Returns a service as its page shows it: its texts in one language and, for the requested place, the responsible
 * authority, the form offered and online services elsewhere.
 */
export function serviceAnswer(
  content: Content,
  service: Service,
  asked: { lang: Locale; area?: string | undefined; place?: string | undefined },
  neighbours: Pick<Neighbours, 'find'> | null = null,
): ServiceAnswer {
  const { lang } = asked;
  const { leiKaId } = service;
  const resolved = resolvePlace(content, asked);
  const ars = resolved.place?.key;
  const choices = ars === undefined ? [] : authorityChoices(content, leiKaId, ars);
  const authority = ars === undefined ? null : responsibleAuthority(content, leiKaId, ars);
  const offer = ars === undefined ? null : availableMetadata(content, leiKaId, ars);
  const partner = ars === undefined ? null : portalThatRuns(content, leiKaId, ars);
  const sharedBy = partner === null ? undefined : neighbours?.find(partner)?.name[lang];
  const isThere = (areas: string[] | undefined) =>
    !areas || (ars !== undefined && areas.some((area) => areaCovers(area, ars)));
  return {
    service: serviceDetail(content, ars === undefined ? service : atPlace(service, ars), lang),
    ...resolved,
    authority: authority && authorityView(authorityFor(authority, service.slug), lang),
    authorityChoices: choices.map((choice) => ({
      criterion: choice.criterion?.[lang] ?? null,
      authority: authorityView(authorityFor(choice.authority, service.slug), lang),
    })),
    metadata: offer && metadataView(offer, lang, { area: ars }),
    ...(ars === undefined && otherWayOf(content, leiKaId, lang)),
    onlineLinks: service.onlineLinks
      .filter(({ areas }) => isThere(areas))
      .map(({ url, title, trustLevel }) => ({
        url: typeof url === 'string' ? url : url[lang],
        title: title[lang],
        ...(trustLevel && { trustLevel }),
      })),
    ...(sharedBy !== undefined && { sharedBy }),
    isOnlineSomewhere:
      service.onlineLinks.length > 0 ||
      service.sharedService !== undefined ||
      metadataOf(content, leiKaId).some((metadata) => isAvailable(metadata)),
  };
}

/** Returns the other way to the same that every application for a service has. */
function otherWayOf(content: Content, leiKaId: string, lang: Locale): { otherWay?: OtherWay } {
  const offers = metadataOf(content, leiKaId).filter((metadata) => isAvailable(metadata));
  const other = offers[0]?.other;
  if (!other || !offers.every((offer) => offer.other?.leiKaId === other.leiKaId)) return {};
  return { otherWay: otherWayView(other, lang) };
}

/** The part of a service that lists of services show. */
export const serviceLink = ({ leiKaId, title, teaser }: Service, lang: Locale): ServiceLink => ({
  leiKaId,
  title: title[lang],
  ...(isInGerman(title, lang) && { titleLang: 'de' }),
  teaser: teaser[lang],
  ...(isInGerman(teaser, lang) && { teaserLang: 'de' }),
});

/** Whether a page in another language shows the German text: imports use it where they have no other. */
export const isInGerman = (text: Localised, lang: Locale): boolean => lang !== 'de' && text[lang] === text.de;

/** Returns services by their slugs in the requested order, without unknown ones. */
export const servicesBySlug = ({ services }: Pick<Content, 'services'>, slugs: string[]): Service[] =>
  slugs.flatMap((slug) => bySlug(services).get(slug) ?? []);

/** Services by slug; built once for each loaded content. */
const bySlug = onceFor(
  (services: Content['services']) =>
    new Map([...services.values()].map((service) => [service.slug, service])),
);

function serviceDetail(content: Content, service: Service, lang: Locale): ServiceDetail {
  return {
    ...serviceLink(service, lang),
    keywords: service.keywords[lang],
    sections: textModules.flatMap((module) => {
      const html = service.texts[module]?.[lang];
      const said = html ? teaserIn(html, service.teaser[lang]) : 'whole';
      if (!html || said === 'whole') return [];
      return [
        {
          module,
          html,
          saysFigures: saysItsFigures(service, module, lang),
          ...(said === 'begins' && { saysTeaser: true }),
        },
      ];
    }),
    costs: service.costs.map((cost) => costView(cost, lang)),
    deadlines: service.deadlines.map(({ duration, label }) => ({ duration, label: label[lang] })),
    processingTime: service.processingTime ?? null,
    links: service.links.map(({ url, label }) => ({ url, label: label[lang] })),
    topics: service.topics.flatMap((id) => {
      const topic = content.topics.get(id);
      return topic ? [{ id, title: topic.title[lang] }] : [];
    }),
    related: servicesBySlug(content, service.related).map((one) => serviceLink(one, lang)),
  };
}

/** Whether a text is the teaser and nothing else, or begins with it: imported teasers are the beginning of a text. */
function teaserIn(html: string, teaser: string): 'whole' | 'begins' | null {
  const [text, said] = [lettersOf(html.replace(/<[^>]*>|&#?\w+;/g, ' ')), lettersOf(teaser)];
  if (said === '' || !text.startsWith(said)) return null;
  return text === said ? 'whole' : 'begins';
}

/** Removes spaces and punctuation, which carry no meaning; a teaser that was cut off ends with some. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\d]/gu, '');

function costView({ label, ...cost }: Cost, lang: Locale): ServiceDetail['costs'][number] {
  return { ...cost, ...(label && { label: label[lang] }) };
}
