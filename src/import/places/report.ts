import { faultLines } from '#server/content/fault-lines.ts';
import type { ConvertedPlaces } from './convert.ts';

/** The result of an import of places, in lines for people. */
export function placesReport(places: ConvertedPlaces): string[] {
  const { areas, postcodes, skipped, counts, passedOver, unincorporated } = places;
  const withPostcode = new Set(postcodes.map(({ ars }) => ars));
  const municipalities = areas.filter(({ ars }) => ars.length === 12);
  const without = municipalities.filter(({ ars }) => !withPostcode.has(ars));
  const codes = Map.groupBy(postcodes, ({ postcode }) => postcode);
  const shared = [...codes.values()].filter((rows) => new Set(rows.map(({ ars }) => ars)).size > 1);
  const homes = unincorporated.filter(({ isHome }) => isHome);
  const empty = unincorporated.filter(({ isHome }) => !isHome);
  const key = empty[0]?.area.split(' ')[0];
  return [
    `Read: ${counts.areas} areas, ${counts.postcodes} lines of postcodes.`,
    `Written: ${areas.length} areas (${municipalities.length} municipalities), ${codes.size} postcodes, ${shared.length} of them with several municipalities.`,
    `Independent cities that the register lists twice and the content once: ${counts.mergedCities}.`,
    `Names written as people say them (the register's own are found as well): ${counts.renamed}.`,
    ...told('Unincorporated areas where people live, taken as places', homes),
    ...told("Unincorporated areas, which are nobody's home and no places to choose", empty),
    ...(empty.length > 0 ? [`  If people live in one of them: --inhabited ${key}, or its population.`] : []),
    ...(passedOver.length > 0 ? [`Columns passed over: ${passedOver.join(', ')}.`] : []),
    `Skipped: ${skipped.length}.`,
    ...faultLines(skipped),
    `Municipalities without a postcode, found by name only: ${without.length}.`,
    ...without.map(({ ars, name }) => `  ${ars} ${name}`),
  ];
}

const told = (what: string, areas: ConvertedPlaces['unincorporated']): string[] => [
  `${what}: ${areas.length}.`,
  ...areas.map(({ area, reason }) => `  ${area} (${reason})`),
];
