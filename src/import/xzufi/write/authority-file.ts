import type { Authority } from '#server/content/types.ts';
import { inBothLanguages } from '../read/texts.ts';
import type { UnitRecord } from '../records.ts';

const DEEPEST = 10;

/** An authority without unknown parts, or the reason why the unit cannot be one. */
export type Made = { authority: Omit<Authority, 'id'>; hasAddressOfSuperior: boolean } | { reason: string };

/**
 * The authority of an organisational unit. A unit without an address takes that of the unit above it.
 * @param find finds the unit of a reference
 */
export function authorityOf(unit: UnitRecord, find: (reference: string) => UnitRecord | undefined): Made {
  const located = withAddress(unit, find);
  if (!located) return { reason: 'organisational units without street or postbox, postcode and town' };
  const { street, streetNumber, postbox, postalCode = '', city = '' } = located;
  const { phoneNumber, fax, email, website, further, openingHours, destinationId } = unit;
  const hours = openingHours.de ?? openingHours.en;
  const name = unit.name.de ?? unit.name.en ?? '';
  return {
    hasAddressOfSuperior: located !== unit,
    authority: {
      name: inBothLanguages(unit.name, { de: name, en: name }),
      ...(street && { street }),
      ...(street && streetNumber && { streetNumber }),
      ...(postbox && { postbox }),
      postalCode,
      city,
      ...(phoneNumber && { phoneNumber }),
      ...(fax && { fax }),
      ...(email && { email }),
      ...(website && { website }),
      ...(Object.keys(further).length > 0 && { contactBox: further }),
      ...(destinationId && { destinationId }),
      ...(hours && { openingHours: inBothLanguages(openingHours, { de: hours, en: hours }) }),
    },
  };
}

function withAddress(
  unit: UnitRecord,
  find: (reference: string) => UnitRecord | undefined,
): UnitRecord | null {
  let current: UnitRecord | undefined = unit;
  for (let depth = 0; current && depth < DEEPEST; depth++) {
    const { street, postbox, postalCode = '', city } = current;
    if ((street || postbox) && /^\d{5}$/.test(postalCode) && city) return current;
    current = current.superior === null ? undefined : find(current.superior);
  }
  return null;
}
