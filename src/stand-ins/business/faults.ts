/** What the business account can do wrong, or differently, at a login; a person who tries it out chooses. */
export const businessFaults = ['memory', 'plain', 'low'] as const;
export type BusinessFault = (typeof businessFaults)[number];
