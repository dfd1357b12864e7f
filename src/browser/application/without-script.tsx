import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { calls } from '#contract/calls.ts';
import type { ServiceAnswer } from '#contract/content.ts';
import type { WithoutScriptRequest } from '#contract/rendering.ts';
import { HrefProvider, LocaleProvider, PortalToolsProvider } from '#ui/screens/shared/portal-context.tsx';
import { SettingsProvider } from '#ui/screens/shared/settings-context.tsx';
import { WithoutScriptScreen } from '#ui/screens/without-script/without-script-screen.tsx';
import { createApi } from '../api.ts';
import { serverI18n } from '../i18n/server-i18n.ts';
import { cachedStaticPortal } from '../wiring/static-portal.ts';

/** Pages that have one replacement without scripts. */
const replaced = {
  process: 'process',
  handover: 'process',
  account: 'account',
  logins: 'account',
  ownData: 'account',
  handIn: 'account',
  redirect: 'redirect',
} as const;

/** Renders the replacement of a page of the application without scripts, in the portal's frame. */
export async function renderWithoutScript({
  screen,
  href,
  locale,
  settings,
  service,
  read,
}: WithoutScriptRequest): Promise<string> {
  const api = createApi(calls, {
    cookies: () => '',
    send: async (address) => {
      const { status, body } = await read(address);
      return new Response(body, { status });
    },
  });
  const answer: ServiceAnswer | null =
    service &&
    (await api
      .getService({
        params: { leiKaId: service.leiKaId },
        query: { lang: locale, ...(service.area && { area: service.area }) },
      })
      // A mistyped address belongs to no service.
      .catch(() => null));
  return renderToStaticMarkup(
    <I18nextProvider i18n={serverI18n[locale]}>
      <PortalToolsProvider value={{ portal: cachedStaticPortal(locale, null), navigate: () => undefined }}>
        <SettingsProvider value={settings}>
          <LocaleProvider value={locale}>
            <HrefProvider value={href}>
              <WithoutScriptScreen screen={replaced[screen]} answer={answer} />
            </HrefProvider>
          </LocaleProvider>
        </SettingsProvider>
      </PortalToolsProvider>
    </I18nextProvider>,
  );
}
