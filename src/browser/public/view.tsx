import { RouterProvider } from '@tanstack/react-router';
import type { i18n as I18n } from 'i18next';
import { StrictMode, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { PortalTheme } from '#contract/theme.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { PortalToolsProvider } from '#ui/screens/shared/portal-context.tsx';
import { ThemeProvider } from '#ui/screens/shared/theme-context.tsx';
import { LastResort } from '../last-resort.tsx';

import type { PublicRouter } from './router.ts';

/** A public page with its surroundings: the same on the server and in the browser, or it could not be taken up. */
export function PublicView({
  router,
  portal,
  i18n,
  theme,
  onTakenUp,
}: {
  router: PublicRouter;
  portal: Portal;
  i18n: I18n;
  theme: PortalTheme;
  /** The browser has taken the page up. */
  onTakenUp?: () => void;
}) {
  useEffect(() => onTakenUp?.(), [onTakenUp]);
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <PortalToolsProvider value={{ portal, navigate: (href) => router.history.push(href) }}>
          <ThemeProvider value={theme}>
            <LastResort>
              <RouterProvider router={router} />
            </LastResort>
          </ThemeProvider>
        </PortalToolsProvider>
      </I18nextProvider>
    </StrictMode>
  );
}
