import { type CompanyField, companyFields, type UserData, type UserDataField } from '#domain/user-data.ts';

/** Sources of the fields about a company, for an account of persons. */
export const NO_COMPANY = Object.fromEntries(
  companyFields.map((field) => [field, []]),
) as unknown as Readonly<Record<CompanyField, readonly []>>;

/** The fields that the account has filled in. */
export function filled(fields: Partial<Record<UserDataField, string | undefined>>): UserData {
  const known = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(known);
}

/** Returns our code for a word of an account; undefined for a word that is not on the list, or without a word. */
export const codeFor = (codes: Readonly<Record<string, string>>, word = ''): string | undefined =>
  Object.hasOwn(codes, word) ? codes[word] : undefined;
