import type { FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';

/** The language read last (spec section 9); a switch in the page writes it as well (src/browser/i18n). */
const COOKIE = 'locale';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const asLocale = (value: unknown): Locale | null => (value === 'de' || value === 'en' ? value : null);
/** For addresses that name no language. */
export const localeReadLast = (request: FastifyRequest): Locale => asLocale(request.cookies[COOKIE]) ?? 'de';

/**
 * Where the bare address of the portal leads, which names no language: to the start in the language read last. A
 * link of the language switch says which it is to be, and is remembered.
 * @returns null when the German start is meant
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

/** Remembers the language of a page that somebody has opened: without script nobody else does. */
export function keepLocale(
  request: FastifyRequest,
  reply: FastifyReply,
  locale: Locale,
  secure: boolean,
): void {
  if (isOpened(request) && localeReadLast(request) !== locale) giveCookie(reply, locale, secure);
}

/** Not fetched ahead, or for something else than to be looked at. */
function isOpened({ method, headers }: FastifyRequest): boolean {
  const isAhead = /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`);
  return method === 'GET' && !isAhead && (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

function giveCookie(reply: FastifyReply, locale: Locale, secure: boolean): void {
  reply.setCookie(COOKIE, locale, { path: '/', sameSite: 'lax', secure, maxAge: YEAR_SECONDS });
}
