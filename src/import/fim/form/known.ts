import type { userDataFields } from '#domain/user-data.ts';
import type { FimField, FimGroup } from '../model.ts';

/** Properties that the portal knows of a harmonised element. */
export type Known = {
  prefill?: (typeof userDataFields)[number];
  autocomplete?: string;
  charset?: 'A' | 'B';
  check?: 'phone' | 'postcode' | 'webAddress';
  type?: 'email' | 'textfield';
};

/** Harmonised fields of FIM that mean the same in every schema, with what the portal knows of them. */
const FIELDS = new Map<string, Known>(
  Object.entries<Known>({
    F60000000227: { prefill: 'familyName', autocomplete: 'family-name', charset: 'A' },
    F60000000228: { prefill: 'givenName', autocomplete: 'given-name', charset: 'A' },
    F60000000229: { prefill: 'honorificPrefix' },
    F60000000230: { prefill: 'birthName', charset: 'A' },
    F60000000234: { prefill: 'placeOfBirth', charset: 'B' },
    F60000000240: { prefill: 'phoneNumber', autocomplete: 'tel', check: 'phone' },
    F60000000242: { prefill: 'email', autocomplete: 'email', type: 'email' },
    F60000000243: { charset: 'B' },
    F60000000246: { prefill: 'postalCode', autocomplete: 'postal-code', check: 'postcode' },
    F60000000247: { prefill: 'locality', autocomplete: 'address-level2', charset: 'B' },
    F60000000319: { prefill: 'companyName', autocomplete: 'organization', type: 'textfield' },
    F60000000321: { check: 'webAddress' },
    F60000000328: { prefill: 'registryNumber' },
  }),
);

/** Patterns that are everywhere in real schemas, as checks in words. */
const PATTERNS = new Map<string, Known>(
  Object.entries<Known>({
    '([0]{1}[1-9]{1}|[1-9]{1}[0-9]{1})[0-9]{3}': { check: 'postcode' },
    '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{1,63}$': { type: 'email' },
  }),
);

/**
 * Properties that the portal knows of a text field, by its id or by its pattern. A named check goes where the schema has
 * a pattern of its own: nobody knows whether the answers that the check takes match it.
 */
export function knownOf({ id, limits: { pattern } }: FimField): Known {
  const ofPattern = pattern === undefined ? undefined : PATTERNS.get(pattern);
  const { check, ...known } = { ...ofPattern, ...FIELDS.get(id) };
  const isOwnPattern = pattern !== undefined && ofPattern === undefined;
  return { ...known, ...(check !== undefined && !isOwnPattern && { check }) };
}

const BIRTHDATE = 'G60000000083';
const PARTS = ['F60000000231', 'F60000000232', 'F60000000233'];

/** True for the harmonised date of birth in three numbers: day, month, year. */
export const isBirthdate = ({ id, members }: FimGroup): boolean =>
  id === BIRTHDATE &&
  members
    .map(({ element }) => element.id)
    .sort()
    .join() === PARTS.join();
