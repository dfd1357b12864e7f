import { handedPersonFields } from '#domain/handover.ts';
import type { Session } from '#server/sessions/session.ts';

/**
 * Returns name and address of the account in the form of a hand-over to another portal.
 * @returns null for a person without an account, and for one whose account has no name
 */
export function handedPerson({ identity }: Session): {
  values: Record<string, string>;
  name: string;
  address: string;
} | null {
  const { userData } = identity;
  const values = Object.fromEntries(
    handedPersonFields.flatMap((field) => (userData[field] ? [[field, userData[field]]] : [])),
  ) as Record<string, string>;
  const joined = (separator: string, ...parts: (string | undefined)[]) =>
    parts.filter(Boolean).join(separator);
  const name = joined(' ', values.givenName, values.familyName);
  if (name === '') return null;
  const city = joined(' ', values.postalCode, values.locality);
  return { values, name, address: joined(', ', values.streetAddress, city) };
}
