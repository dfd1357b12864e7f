import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import { type TrustLevel, trustLevels } from '#domain/trust-level.ts';
import { stepOf } from '#machines/application/application.steps.ts';
import type { ApplicationStart, Beginning } from '#machines/application/application.types.ts';
import type { Trip } from '#machines/handover/handover.types.ts';
import type { LoginQuery } from '#machines/login/login.types.ts';
import type { Landing, Route } from '#machines/portal/portal.types.ts';
import { queryOf } from '#ui/screens/shared/login-window.ts';
import { localeOfPath, paths } from '#ui/screens/shared/paths.ts';

/**
 * The meaning of an address to the workflows. An application without a place begins at the chosen one.
 * @param begun the service and the place of an application without an account, from the window's history
 */
export function routeOf(
  address: { pathname: string; search: string },
  place: Place | null,
  begun: Beginning | null = null,
): Route {
  const locale = localeOfPath(address.pathname);
  const path = address.pathname.replace(/(.)\/$/, '$1');
  const query = new URLSearchParams(address.search);
  if (path === paths.process[locale])
    return {
      screen: 'process',
      start: startOf(query, place),
      step: query.has('id') ? stepOf(query.get('step')) : null,
      begun,
    };
  if (path === paths.account[locale]) return { screen: 'account', asked: address.search };
  if (path === paths.logins[locale]) return { screen: 'logins' };
  if (path === paths.ownData[locale]) return { screen: 'ownData', application: query.get('application') };
  if (path === paths.handIn[locale]) {
    const processId = query.get('id');
    return processId ? { screen: 'handIn', processId } : { screen: 'other' };
  }
  if (path === paths.handover[locale]) {
    const trip = tripOf(query);
    return trip ? { screen: 'handover', trip } : { screen: 'other' };
  }
  return path === paths.redirect[locale] ? landingOf(query) : { screen: 'other' };
}

/** Reads the address of the page for redirects. The order counts: other portals and providers add parameters. */
function landingOf(query: URLSearchParams): Route {
  const trip = tripBetween(query);
  if (trip) return { screen: 'handover', trip };
  const id = query.get('id');
  if (id !== null) return { screen: 'paymentReturn', payment: { result: query.get('result') ?? '', id } };
  const way = wayOf(query);
  return way ? { screen: 'landing', landing: { way, needed: levelOf(query) } } : { screen: 'other' };
}

function wayOf(query: URLSearchParams): Landing['way'] | null {
  if (query.get('wait') === 'payment') return 'payment';
  if (query.get('done') === 'login') return 'loginReturn';
  if (query.get('lost') === 'login') return 'loginLost';
  return query.has('provider') ? 'login' : null;
}

const levelOf = (query: URLSearchParams): TrustLevel | null =>
  trustLevels.find((level) => level === query.get('trustLevel')) ?? null;

/** The language of an address; the redirect landing has one path for both. */
export function localeOfAddress({ pathname, search }: { pathname: string; search: string }): Locale {
  const path = pathname.replace(/(.)\/$/, '$1');
  const isEnglish = path === paths.redirect.en && new URLSearchParams(search).get('lang') === 'en';
  return isEnglish ? 'en' : localeOfPath(pathname);
}

/** The login that the address of a window of its own names. */
export function loginNamedAt(address: { pathname: string; search: string }): LoginQuery | null {
  const route = routeOf(address, null);
  if (route.screen !== 'landing' || route.landing.way !== 'login') return null;
  const query = new URLSearchParams(address.search);
  return queryOf({
    lang: localeOfAddress(address),
    provider: query.get('provider')!,
    forceNew: query.get('forceNew') === 'true',
    trustLevel: route.landing.needed ?? undefined,
  });
}

/** The trip from another portal with its code, or to one with a service at a place. */
function tripOf(query: URLSearchParams): Trip | null {
  const code = query.get('handover');
  if (code) return { kind: 'arrival', code };
  const leiKaId = query.get('leiKaId');
  const area = query.get('area');
  return leiKaId && area ? { kind: 'departure', leiKaId, area } : null;
}

/** The trip back from another portal, which adds parameters of its own, or to one. */
function tripBetween(query: URLSearchParams): Trip | null {
  const returned = query.get('returned');
  if (returned) return { kind: 'return', id: returned };
  const id = query.get('handover');
  return id ? { kind: 'passage', id } : null;
}

function startOf(query: URLSearchParams, place: Place | null): ApplicationStart | null {
  const processId = query.get('id');
  if (processId) return { kind: 'process', processId };
  const leiKaId = query.get('leiKaId');
  const area = query.get('area') ?? place?.key;
  return leiKaId && area ? { kind: 'service', leiKaId, area } : null;
}
