import { RouterProvider } from '@tanstack/react-router';
import type { i18n as I18n } from 'i18next';
import { StrictMode, useMemo } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { PageSettings } from '#contract/settings.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { PortalToolsProvider } from '#ui/screens/shared/portal-context.tsx';
import { SettingsProvider } from '#ui/screens/shared/settings-context.tsx';
import { LastResort } from '../last-resort.tsx';

import type { PublicRouter } from './router.ts';

/** A public page with its providers: identical on the server and in the browser, so that it can be hydrated. */
export function PublicView({
  router,
  portal,
  i18n,
  settings,
  pageShown,
}: {
  router: PublicRouter;
  portal: Portal;
  i18n: I18n;
  settings: PageSettings;
  /** Called when a page is on the screen, the first one hydrated. */
  pageShown?: () => void;
}) {
  const tools = useMemo(
    () => ({ portal, navigate: (href: string) => router.history.push(href), pageShown }),
    [portal, router, pageShown],
  );
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <PortalToolsProvider value={tools}>
          <SettingsProvider value={settings}>
            <LastResort>
              <RouterProvider router={router} />
            </LastResort>
          </SettingsProvider>
        </PortalToolsProvider>
      </I18nextProvider>
    </StrictMode>
  );
}
