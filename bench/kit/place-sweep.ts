import { displayName } from '#server/content/places/place-index.ts';
import { resolvePlace } from '#server/content/places/resolve-place.ts';
import { serviceAnswer } from '#server/content/service-answer.ts';
import type { Area, Content, Responsibility, Service } from '#server/content/types.ts';

/** Results of asking for every service at every place. */
export type PlaceSweep = {
  municipalities: number;
  postcodes: number;
  /** Postcodes that several municipalities have. */
  sharedPostcodes: number;
  /** Different ways to write a place: name, postcode, both, a place in it. */
  texts: number;
  services: number;
  /** Ways to write a place × services, by outcome. */
  outcomes: { authority: number; choice: number; stateWide: number };
  /** Texts and services that lead to a dead end, or where people cannot choose where they live. */
  deadEnds: string[];
  /** Texts that match several municipalities but were resolved to one of them. */
  silentFirstHits: string[];
  /** Texts whose choices show two municipalities under one name. */
  sameNames: string[];
  /** An authority was chosen although another one is named for a smaller area around the place. */
  wrongAuthorities: string[];
};

type Outcome = keyof PlaceSweep['outcomes'];

/**
 * Asks for every service of a content at every municipality of its places, in every spelling that the tables of places
 * know. Expected results come from these tables, not from the code that looks places up.
 */
export function sweepPlaces(content: Content): PlaceSweep {
  const municipalities = [...content.areas.values()].filter(({ ars }) => ars.length === 12);
  const services = [...content.services.values()];
  const postcodes = Map.groupBy(
    municipalities.flatMap((area) => area.postalCodes.map((code) => ({ code, area }))),
    ({ code }) => code,
  );
  const meant = meantBy(content, municipalities);
  const sweep: PlaceSweep = {
    municipalities: municipalities.length,
    postcodes: postcodes.size,
    sharedPostcodes: [...postcodes.values()].filter(({ length }) => length > 1).length,
    texts: meant.size,
    services: services.length,
    outcomes: { authority: 0, choice: 0, stateWide: 0 },
    deadEnds: [],
    silentFirstHits: [],
    sameNames: [],
    wrongAuthorities: [],
  };
  const at = new Map(municipalities.map(({ ars }) => [ars, outcomesAt(content, services, ars, sweep)]));
  for (const [text, keys] of meant) {
    const { place, placeChoices } = resolvePlace(content, { place: text });
    const entries = place ? [place] : placeChoices;
    const offered = new Set(entries.map(({ key }) => key));
    if (place && keys.size > 1) sweep.silentFirstHits.push(`${text}: ${place.value} (${place.key})`);
    else if ([...keys].some((key) => !offered.has(key))) sweep.deadEnds.push(text);
    if (new Set(entries.map(({ value }) => value)).size < offered.size) sweep.sameNames.push(text);
    if (!place) sweep.outcomes.choice += services.length;
    else for (const outcome of at.get(place.key) ?? []) sweep.outcomes[outcome] += 1;
  }
  return sweep;
}

/** Each way to write a place to the municipalities that it can mean. */
function meantBy(content: Content, municipalities: Area[]): Map<string, Set<string>> {
  const meant = new Map<string, Set<string>>();
  const add = (text: string, ars: string) => meant.set(text, (meant.get(text) ?? new Set()).add(ars));
  for (const area of municipalities) {
    const names = new Set([area.name, displayName(content, area), ...area.localities]);
    for (const name of names) add(name, area.ars);
    for (const code of area.postalCodes) {
      add(code, area.ars);
      add(`${code} ${area.name}`, area.ars);
    }
  }
  return meant;
}

/** The outcome of each service at a municipality. */
function outcomesAt(content: Content, services: Service[], ars: string, sweep: PlaceSweep): Outcome[] {
  return services.flatMap((service): Outcome[] => {
    const { place, authority, service: shown } = serviceAnswer(content, service, { lang: 'de', area: ars });
    const expected = mostSpecific(service.responsibilities, ars);
    if (authority && authority.id !== expected?.authority) {
      sweep.wrongAuthorities.push(`${service.slug} at ${ars}: ${authority.id}`);
    }
    if (place?.key === ars && authority) return ['authority'];
    if (place?.key === ars && !expected && shown.sections.length > 0) return ['stateWide'];
    sweep.deadEnds.push(`${service.slug} at ${ars}`);
    return [];
  });
}

/** The responsibility for the smallest area around a place; keys may be padded with zeros. */
function mostSpecific(responsibilities: Responsibility[], ars: string): Responsibility | undefined {
  const around = responsibilities
    .flatMap((responsibility) => responsibility.areas.map((area) => ({ area, responsibility })))
    .filter(({ area }) => ars === area || ars.startsWith(area.replace(/0+$/, '')));
  const lengthOf = ({ area }: { area: string }) =>
    area === ars ? ars.length : area.replace(/0+$/, '').length;
  return around.sort((one, other) => lengthOf(other) - lengthOf(one))[0]?.responsibility;
}
