import type { i18n as I18n } from 'i18next';
import { readSettings } from '../read-settings.ts';
import { INSPECTED, type Inspect } from './inspected-key.ts';

/**
 * The inspector of this window, if it was opened to be followed in the workshop (`?inspect`, until `?inspect=off`) and
 * the server permits it. Its code is loaded only then.
 */
export async function inspection(i18n: I18n | Promise<I18n>): Promise<Inspect | undefined> {
  const url = new URL(location.href);
  const asked = url.searchParams.get('inspect');
  const kept = sessionStorage.getItem(INSPECTED);
  if (asked === null && kept === null) return undefined;
  const settings = readSettings().inspection;
  if (settings === null) return undefined;
  if (asked !== null) {
    url.searchParams.delete('inspect');
    history.replaceState(history.state, '', url);
    if (asked === 'off') sessionStorage.removeItem(INSPECTED);
    else sessionStorage.setItem(INSPECTED, kept ?? '');
  }
  if (asked === 'off') return undefined;
  // Without the inspector, the page works as for everybody.
  return import('./sender.ts')
    .then(async ({ inspectWindow }) => inspectWindow(settings, await i18n))
    .catch(() => undefined);
}
