import type { LoginProviderId } from './login.ts';

/** Result of a logout at the account: the person is logged out there, or may still be logged in. */
export const logoutResults = ['confirmed', 'open'] as const;
export type LogoutResult = (typeof logoutResults)[number];

/** A page of a provider that the browser opens, by its address or by a posted form. */
export type ProviderPage = { url: string; method: 'GET' | 'POST'; fields: Record<string, string> };

/** The account of a session that its person has ended; `page` logs out there, where the account offers that. */
export type LeftAccount = { providerId: LoginProviderId; page: ProviderPage | null };
