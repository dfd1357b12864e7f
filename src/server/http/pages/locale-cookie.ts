import type { FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#contract/pages.ts';
import { YEAR_SECONDS } from '#domain/days.ts';
import { asLocale, type Locale, localeOf } from '#domain/locale.ts';

/** The language last read (spec section 9); the language switch in the page also writes it (src/browser/i18n). */
const COOKIE = 'locale';

/** The language of an address that names none. */
export const localeReadLast = (request: FastifyRequest): Locale => localeOf(request.cookies[COOKIE]);

/** The language last read; null before any page was read, or when the request failed before its cookies were. */
export const knownLocale = (request: FastifyRequest): Locale | null =>
  asLocale((request.cookies as FastifyRequest['cookies'] | undefined)?.[COOKIE]);

/**
 * Returns the address for the portal's bare address, which has no language: the start page in the language last read.
 * A link of the language switch names the language, which is then remembered.
 * @returns null when the German start page is meant
 */
export function startInLanguageReadLast(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): string | null {
  const { searchParams } = new URL(request.url.replace(/^[/\\]+/, '/'), 'http://portal.invalid');
  const chosen = asLocale(searchParams.get('lang'));
  if (chosen) giveCookie(reply, chosen, secure);
  const locale = chosen ?? localeReadLast(request);
  if (locale === 'de' && chosen === null) return null;
  searchParams.delete('lang');
  return `${paths.home[locale]}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

/** Remembers the language of a page that a person has opened, also without script. */
export function keepLocale(
  request: FastifyRequest,
  reply: FastifyReply,
  locale: Locale,
  secure: boolean,
): void {
  if (isOpened(request) && localeReadLast(request) !== locale) giveCookie(reply, locale, secure);
}

/** Whether the page is fetched for display, not prefetched. */
function isOpened({ method, headers }: FastifyRequest): boolean {
  const isAhead = /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`);
  return method === 'GET' && !isAhead && (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

function giveCookie(reply: FastifyReply, locale: Locale, secure: boolean): void {
  reply.setCookie(COOKIE, locale, { path: '/', sameSite: 'lax', secure, maxAge: YEAR_SECONDS });
}
