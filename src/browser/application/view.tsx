import { RouterProvider } from '@tanstack/react-router';
import type { i18n as I18n } from 'i18next';
import { StrictMode, useMemo } from 'react';
import { I18nextProvider } from 'react-i18next';
import { calls } from '#contract/calls.ts';
import type { PageSettings } from '#contract/settings.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { KeepInstead } from '#ui/screens/application/keep-instead.tsx';
import { ApplicationToolsProvider } from '#ui/screens/shared/application-tools.tsx';
import { TitleProvider } from '#ui/screens/shared/document-head.tsx';
import { PortalToolsProvider } from '#ui/screens/shared/portal-context.tsx';
import { SettingsProvider } from '#ui/screens/shared/settings-context.tsx';
import { addressOf } from '../address.ts';
import { LastResort } from '../last-resort.tsx';
import { formStoreOf } from '../wiring/form-store.ts';

import type { ApplicationRouter } from './router.ts';

const sharedTools = {
  storeOf: formStoreOf,
  downloadHref: (processId: string, file: string) => addressOf(calls.downloadFile, { id: processId, file }),
  handInReceiptHref: (processId: string, handIn: string) =>
    addressOf(calls.downloadHandInReceipt, { id: processId, handIn }),
  copyHref: calls.copyPerson.path,
  previewHref: (processId: string, file: string) => addressOf(calls.getPreview, { id: processId, file }),
};

/** A page of the application with its providers: identical on the server and in the browser. */
export function ApplicationView({
  router,
  portal,
  i18n,
  settings,
  formShown,
  isLeaving,
  writeTitle,
}: {
  router: ApplicationRouter;
  portal: Portal;
  i18n: I18n;
  settings: PageSettings;
  formShown: () => void;
  isLeaving: () => boolean;
  writeTitle: (title: string) => void;
}) {
  const tools = useMemo(() => ({ ...sharedTools, formShown, isLeaving }), [formShown, isLeaving]);
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <PortalToolsProvider value={{ portal, navigate: (href) => router.history.push(href), KeepInstead }}>
          <ApplicationToolsProvider value={tools}>
            <SettingsProvider value={settings}>
              <LastResort>
                <TitleProvider value={writeTitle}>
                  <RouterProvider router={router} />
                </TitleProvider>
              </LastResort>
            </SettingsProvider>
          </ApplicationToolsProvider>
        </PortalToolsProvider>
      </I18nextProvider>
    </StrictMode>
  );
}
