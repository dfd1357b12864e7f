import { calls } from '#contract/calls.ts';
import '#ui/styles/application.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { wasChosenAt } from '#ui/screens/shared/login-window.ts';
import { hrefOf, localeOfPath } from '#ui/screens/shared/paths.ts';
import { createApi } from '../api.ts';
import { firstAnswers } from '../first-answers.ts';
import { followLinks } from '../follow-links.ts';
import { enterLocale, startI18n } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/namespaces.ts';
import { inspection } from '../inspection/inspected.ts';
import { leaveLogin, watchWayBack } from '../leave-login.ts';
import { arrive, own } from '../login-trip.ts';
import { arriveFromLogout } from '../logout-trip.ts';
import { createNavigate } from '../navigate.ts';
import { focusAfterNavigation } from '../navigation-focus.ts';
import { onNavigation } from '../on-navigation.ts';
import { watchPresence } from '../presence.ts';
import { pageAnswers } from '../public/answers.ts';
import { takePayload } from '../public/payload.ts';
import { readSettings } from '../read-settings.ts';
import { localeOfAddress, loginNamedAt, routeOf } from '../route-of.ts';
import { tellBusy } from '../tell-busy.ts';
import { tellUnlessShown } from '../tell-unless-shown.ts';
import { reportLostChunks } from '../wiring/build.ts';
import { tellLoading } from '../wiring/loading.ts';
import { windowHeader } from '../wiring/own-window.ts';
import { startPortal } from '../wiring/portal.ts';
import { sessionSigns } from '../wiring/session.ts';
import { pageFlows } from './page-flows.ts';
import { createApplicationRouter } from './router.ts';
import { sharedNamespaces } from './routes.tsx';
import { begunOf, stepHistory } from './step-history.ts';
import { handOverTyped } from './typed-before.ts';
import { ApplicationView } from './view.tsx';
import { waitForForm } from './wait-for-form.ts';
import { loadsWhole, wholeLoader } from './whole-loads.ts';

/** Time within which embedded data is read; an answer that takes longer will not come. */
const PATIENCE_MS = 2_000;

/** Whether a path is a page of this portal, not a file or a call. */
const isPage = (path: string): boolean => !/^\/(?:api|assets|theme)(?:\/|$)/.test(path);

const arrival = arrive(own(window));
// The page that was left for the login takes over.
if (arrival === null) await new Promise(() => undefined);
const { outcome, refusal, address, query } = arrival!;
if (address !== location.href) history.replaceState(history.state, '', address);
const logoutReturn = arriveFromLogout(window);

const named = loginNamedAt(location);
const isChosen = wasChosenAt(location.pathname + location.search);

const payload = takePayload();
const answers = payload ? pageAnswers(payload) : firstAnswers();
const locale = localeOfPath(location.pathname);
const i18n = startI18n(
  locale,
  payload ? (Object.keys(payload.texts) as Namespace[]) : sharedNamespaces,
  payload?.texts,
);

const { isAttended, noteSign } = watchPresence();
const { onActivity, onProblem, noticeDownloads, hearOthers } = sessionSigns(() => portal, isAttended);
const api = createApi(calls, {
  firstAnswers: answers,
  window: windowHeader,
  isAttended,
  onActivity,
  onProblem: (problem) => {
    onProblem(problem);
    if (problem.code === 'edited-elsewhere')
      portal.getSnapshot().children.windows?.send({ type: 'write.refused' });
  },
  onPause: () => tellBusy(portal),
});
const portal = startPortal({
  inspect: await inspection(i18n),
  api,
  noteSign,
  locale,
  loginOutcome: outcome,
  lastLogin: query,
  loginRefusal: refusal,
  namedLogin: named && { query: named, isChosen },
  logoutReturn,
  refuseStep: () => steps.refuse(),
  reload: () => {
    isLeaving = true;
    // Input from here on would be lost.
    document.body.inert = true;
    location.reload();
  },
});
let isLeaving = false;
const router = createApplicationRouter({
  api,
  portal,
  enterLocale,
  loadsWhole,
  leaveFor: (href) => {
    isLeaving = true;
    location.replace(href);
    return new Promise(() => undefined);
  },
});

const steps = stepHistory(router.history, portal);
const withFlow = pageFlows(portal, api, {
  goOn: (id) => router.history.push(hrefOf.redirect({ lang: localeOfPath(location.pathname), handover: id })),
  leadTo: (address) => {
    isLeaving = true;
    location.replace(address);
  },
});

/**
 * Reports an address to the workflows.
 * @param isAsked whether to go to the step that the address names; it may already be shown
 */
const enterRoute = (to: { pathname: string; search: string; state: object }, isAsked: boolean) => {
  const route = routeOf(to, portal.getSnapshot().context.place, begunOf(to));
  withFlow(route.screen, () => {
    portal.send({
      type: 'route.entered',
      route: isAsked || route.screen !== 'process' ? route : { ...route, step: null },
      locale: localeOfAddress(to),
    });
    steps.told();
  });
};
// The route is entered at once, not when the code of the page has arrived: the page's data is fetched meanwhile.
enterRoute(router.history.location, true);
onNavigation(router, (to, isFirst) => {
  const { pathname, searchStr, state } = to;
  const way = steps.wayTo(to);
  // The first page is the one the login leads back to.
  if (!isFirst && way !== 'none') leaveLogin(portal, localeOfPath(pathname));
  enterRoute({ pathname, search: searchStr, state }, way === 'person');
  onActivity();
});
tellLoading(router, portal);
reportLostChunks(portal);
focusAfterNavigation(router);
router.subscribe('onRendered', () => {
  if (steps.beginsAtTop()) window.scrollTo(0, 0);
});
followLinks(createNavigate(router, portal, wholeLoader(router.history, portal)), isPage);
noticeDownloads();
hearOthers();

watchWayBack(portal);

const container = document.getElementById('app')!;
let isTakenUp = false;
const view = (
  <ApplicationView
    router={router}
    portal={portal}
    i18n={await i18n}
    settings={readSettings()}
    isLeaving={() => isLeaving}
    writeTitle={steps.writeTitle}
    formShown={() => {
      if (payload && !isTakenUp) handOverTyped(container);
      isTakenUp = true;
      steps.begin();
    }}
  />
);

if (payload && (await waitForForm(portal, PATIENCE_MS))) {
  await router.load();
  // The markup is the server's: no boundaries that it does not contain.
  router.ssr = { manifest: undefined };
  startTransition(() => {
    hydrateRoot(container, view, { onCaughtError: tellUnlessShown });
  });
} else {
  isTakenUp = true;
  steps.begin();
  createRoot(container, { onCaughtError: tellUnlessShown }).render(view);
}
// Answers for the first page do not apply to later ones.
answers.forget();
