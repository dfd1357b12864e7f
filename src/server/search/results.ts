import type { SearchResult } from '#contract/content.ts';
import type { Locale } from '#domain/locale.ts';
import { authorityView } from '#server/content/metadata-view.ts';
import type { PlaceEntry } from '#server/content/places/places.ts';
import { responsibleAuthority } from '#server/content/responsibility.ts';
import { isInGerman } from '#server/content/service-answer.ts';
import type { Authority, Content, Service } from '#server/content/types.ts';

import type { Availability } from './availability.ts';
import type { SearchDocument } from './documents.ts';

/** The sources of results. */
export type Sources = { content: Content; availability: Availability };

/** Returns a document as a result; with a place (regional key) also what applies there. */
export function resultOf(
  sources: Sources,
  { type, id }: SearchDocument,
  locale: Locale,
  area?: string,
): SearchResult {
  const { content } = sources;
  const described = (from: ReadonlyMap<string, Described>): SearchResult => {
    const { title, teaser } = known(from, id);
    return {
      type,
      id,
      title: title[locale],
      ...(isInGerman(title, locale) && { titleLang: 'de' }),
      text: teaser[locale],
      ...(isInGerman(teaser, locale) && { textLang: 'de' }),
    };
  };
  switch (type) {
    case 'service':
      return {
        ...described(content.services),
        ...atPlace(sources, known(content.services, id), locale, area),
      };
    case 'authority':
      return authorityResult(known(content.authorities, id), locale);
    case 'page':
      return { ...described(content.pages), slug: known(content.pages, id).slug[locale] };
    case 'topic':
      return described(content.topics);
    case 'lifeSituation':
      return described(content.lifeSituations);
    case 'portal':
      return { ...described(content.portals), url: known(content.portals, id).url };
  }
}

type Described = { title: Record<Locale, string>; teaser: Record<Locale, string> };

function known<T>(from: ReadonlyMap<string, T>, id: string): T {
  const value = from.get(id);
  if (value === undefined) throw new Error(`${id} is not in the content`);
  return value;
}

/** Returns whether the service is available online at the place, and the authority responsible there. */
function atPlace({ content, availability }: Sources, service: Service, locale: Locale, area?: string) {
  if (area === undefined) return { availability: availability.anywhere(service) };
  const authority = responsibleAuthority(content, service.leiKaId, area);
  return {
    availability: availability.at(service, area),
    ...(authority ? { authority: authority.name[locale] } : {}),
  };
}

function authorityResult(authority: Authority, locale: Locale): SearchResult {
  const { street, streetNumber, postalCode, city } = authority;
  const house = [street, streetNumber].filter(Boolean).join(' ');
  return {
    type: 'authority',
    id: authority.id,
    title: authority.name[locale],
    text: [house, `${postalCode} ${city}`].filter(Boolean).join(', '),
    contact: authorityView(authority, locale),
  };
}

/** Returns a place as a result; its text names the area around it. */
export function locationResult({ areas }: Content, { value, key }: PlaceEntry): SearchResult {
  const district = areas.get(key.slice(0, 5)) ?? areas.get(areas.get(key)?.parentArs ?? '');
  return { type: 'location', id: key, title: value, text: district?.name ?? '' };
}
