/** Outcome of a logout at the account: it is logged out there, or may still be logged in. */
export const logoutResults = ['confirmed', 'open'] as const;
export type LogoutResult = (typeof logoutResults)[number];
