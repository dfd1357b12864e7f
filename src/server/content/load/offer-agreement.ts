import { areasAround, significantKey } from '../places/area-keys.ts';
import { choiceIn, responsibleIn } from '../responsibility.ts';
import type { ContentFault, Metadata, Responsibility } from '../types.ts';
import { faultAt, type JsonFile } from './json-file.ts';

/**
 * The authority that offers the form at a place must be the one responsible for the service there: otherwise people
 * would read one authority and send their application to another. Both change only at the areas that offers and
 * responsibilities name, so it is enough to check those. Deprecated offers do not count.
 * @param offers in the order of the file
 */
export function disagreements(
  offers: Metadata[],
  responsibilities: Responsibility[],
  json: JsonFile,
): ContentFault[] {
  const offered = new Map<string, { id: string; path: (string | number)[] }>();
  for (const [index, { areas, authority, isDeprecated }] of offers.entries()) {
    for (const [position, area] of isDeprecated ? [] : areas.entries()) {
      offered.set(significantKey(area), {
        id: authority.id,
        path: ['offers', index, 'areas', position],
      });
    }
  }
  const named = responsibilities.flatMap(({ areas }) => areas.map(significantKey));
  return [...new Set([...offered.keys(), ...named])].flatMap((area) => {
    const offer = areasAround(area)
      .map((around) => offered.get(around))
      .find((one) => one !== undefined);
    if (offer && choiceIn(responsibilities, area).length > 0) {
      const reason = `in ${area} several authorities are responsible, by a criterion: the form cannot be for one of them`;
      return [faultAt(json, offer.path, reason)];
    }
    const responsible = responsibleIn(responsibilities, area)?.authority ?? 'nobody';
    if (!offer || offer.id === responsible) return [];
    const reason = `in ${area} ${offer.id} offers the form, but ${responsible} is responsible for the service`;
    return [faultAt(json, offer.path, reason)];
  });
}
