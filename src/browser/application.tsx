import '#ui/styles/application.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { calls } from '#contract/calls.ts';
import { applicationScreens, screenOfPath } from '#contract/pages.ts';
import { ApplicationToolsProvider } from '#ui/screens/shared/application-tools.tsx';
import { hrefOf, localeOfPath } from '#ui/screens/shared/paths.ts';
import { PortalToolsProvider } from '#ui/screens/shared/portal-context.tsx';
import { addressOf } from './address.ts';
import { createApi } from './api.ts';
import { createPortalRouter } from './application-router.ts';
import { sharedNamespaces } from './application-routes.tsx';
import { firstAnswers } from './first-answers.ts';
import { followLinks } from './follow-links.ts';
import { startI18n } from './i18n/i18n.ts';
import { readLoginReturn } from './login-return.ts';
import { focusAfterNavigation } from './navigation-focus.ts';
import { routeOf } from './route-of.ts';
import { announce, hear } from './wiring/channel.ts';
import { formStoreOf } from './wiring/form-store.ts';
import { startPortal } from './wiring/portal.ts';
import { uploader } from './wiring/uploader.ts';

const { outcome, address } = readLoginReturn(location.href);
if (address !== location.href) history.replaceState(history.state, '', address);

const locale = localeOfPath(location.pathname);
const i18n = startI18n(locale, sharedNamespaces);

const session = () => portal.getSnapshot().children.session;
const api = createApi({
  firstAnswers: firstAnswers(),
  onActivity: () => session()?.send({ type: 'activity.noticed' }),
  onProblem: ({ code }) => {
    if (code === 'session-expired' || code === 'login-required') session()?.send({ type: 'session.refused' });
  },
});
const portal = startPortal({
  api,
  locale,
  loginOutcome: outcome,
  nameInAddress: (language, id) => router.history.replace(hrefOf.process(language, id)),
});
const router = createPortalRouter({ api, portal });

const enterRoute = (to: { pathname: string; search: string }) =>
  portal.send({
    type: 'route.entered',
    route: routeOf(to, portal.getSnapshot().context.place),
    locale: localeOfPath(to.pathname),
  });
// At once, not when the code of the page has come: what the page shows is fetched meanwhile.
enterRoute(location);
router.subscribe('onBeforeNavigate', ({ toLocation, hrefChanged }) => {
  if (!hrefChanged) return;
  enterRoute({ pathname: toLocation.pathname, search: toLocation.searchStr });
  session()?.send({ type: 'activity.noticed' });
});
focusAfterNavigation(router);
followLinks(
  (href) => router.history.push(href),
  (path) => applicationScreens.has(screenOfPath(path)),
);
hear(({ type }) => {
  if (type === 'session.renewed') session()?.send({ type });
});

const tools = {
  storeOf: (form: Parameters<typeof formStoreOf>[0]) => formStoreOf(form, uploader),
  sessionRenewed: () => announce({ type: 'session.renewed' }),
  downloadHref: (processId: string, file: string) => addressOf(calls.downloadFile, { id: processId, file }),
};

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <I18nextProvider i18n={await i18n}>
      <PortalToolsProvider value={{ portal, navigate: (href) => router.history.push(href) }}>
        <ApplicationToolsProvider value={tools}>
          <RouterProvider router={router} />
        </ApplicationToolsProvider>
      </PortalToolsProvider>
    </I18nextProvider>
  </StrictMode>,
);
