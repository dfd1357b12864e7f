import type { Place } from '#domain/place.ts';
import { stepOf } from '#machines/application/application.steps.ts';
import type { ApplicationStart, Beginning } from '#machines/application/application.types.ts';
import type { Route } from '#machines/portal/portal.types.ts';
import { localeOfPath, paths } from '#ui/screens/shared/paths.ts';

/**
 * What an address means to the workflows. An application without a place begins at the chosen one.
 * @param begun what the window's history stores about an application without an account
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
  if (path === paths.account[locale]) return { screen: 'account' };
  if (path === paths.logins[locale]) return { screen: 'logins' };
  const result = query.get('result');
  const id = query.get('id');
  if (path === paths.redirect[locale] && id !== null) {
    return { screen: 'paymentReturn', payment: { result: result ?? '', id } };
  }
  return { screen: 'other' };
}

function startOf(query: URLSearchParams, place: Place | null): ApplicationStart | null {
  const processId = query.get('id');
  if (processId) return { kind: 'process', processId };
  const leiKaId = query.get('leiKaId');
  const area = query.get('area') ?? place?.key;
  return leiKaId && area ? { kind: 'service', leiKaId, area } : null;
}
