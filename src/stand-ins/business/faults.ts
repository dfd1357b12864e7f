/** Faults and variants of the business account at a login, chosen by the person who tries it out. */
export const businessFaults = ['memory', 'plain', 'low'] as const;
export type BusinessFault = (typeof businessFaults)[number];
