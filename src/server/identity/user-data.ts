import type { UserData, UserDataField } from '#domain/user-data.ts';

/** The fields that the account has filled in. */
export function filled(fields: Partial<Record<UserDataField, string | undefined>>): UserData {
  const known = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(known);
}
