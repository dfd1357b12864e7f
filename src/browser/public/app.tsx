import { pageCalls } from '#contract/page-calls.ts';
import '../react.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { applicationScreens, localeOfPath, screenOfPath } from '#contract/pages.ts';
import { eitherOf } from '#ui/screens/shared/money.ts';
import { createApi } from '../api.ts';
import { followForms } from '../follow-forms.ts';
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
import { readSettings } from '../read-settings.ts';
import { tellBusy } from '../tell-busy.ts';
import { tellUnlessShown } from '../tell-unless-shown.ts';
import { reportLostChunks } from '../wiring/build.ts';
import { tellLoading } from '../wiring/loading.ts';
import { createPublicPortal, wirePublicPortal } from '../wiring/public-portal.ts';
import { sessionSigns } from '../wiring/session.ts';
import { pageAnswers } from './answers.ts';
import { readPayload } from './payload.ts';
import { choosePlaceOfPage } from './place-of-page.ts';
import { createPublicRouter } from './router.ts';
import { PublicView } from './view.tsx';

const isPublic = (path: string): boolean => !applicationScreens.has(screenOfPath(path));

/** Lets the page respond in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

void nextTask().then(takeUp);

/** Hydrates a page that the server rendered: from now on links and forms change it without a load. */
async function takeUp(): Promise<void> {
  const arrival = arrive(own(window));
  if (arrival === null) return;
  const { outcome, refusal, address, query } = arrival;
  if (address !== location.href) history.replaceState(history.state, '', address);
  const logoutReturn = arriveFromLogout(window);

  const payload = readPayload();
  if (!payload) return;
  const locale = localeOfPath(location.pathname);
  const i18n = await startI18n(locale, Object.keys(payload.texts) as Namespace[], payload.texts);
  const answers = pageAnswers(payload);
  const inspect = await inspection(i18n);
  await nextTask();

  const { isAttended } = watchPresence();
  const { onActivity, onProblem, hearOthers } = sessionSigns(() => portal, isAttended);
  const onPause = () => tellBusy(portal);
  const api = createApi(pageCalls, { firstAnswers: answers, isAttended, onActivity, onProblem, onPause });
  const flows = wirePublicPortal(api);
  await nextTask();
  const portal = createPublicPortal(flows, {
    locale,
    place: payload.place,
    loginOutcome: outcome,
    lastLogin: query,
    loginRefusal: refusal,
    logoutReturn,
    inspect,
  });
  await nextTask();
  const chosenArea = () => portal.getSnapshot().context.place?.key;
  let isFirst = true;
  const router = createPublicRouter({
    api,
    chosenArea,
    enterLocale,
    prepare: async (href) => {
      if (!isFirst) await answers.fetch(href, chosenArea() ?? null);
      isFirst = false;
    },
  });
  await nextTask();
  await router.load();
  await nextTask();
  if (screenOfPath(location.pathname) === 'service') {
    // The first formatter takes a phone longer than hydrating the page does: the others are then made in no time.
    eitherOf([], locale);
    await nextTask();
  }
  // The markup is the server's: no boundaries that it does not contain.
  router.ssr = { manifest: undefined };
  let isTakenUp = false;
  const pageShown = () => {
    if (isTakenUp) return;
    isTakenUp = true;
    portal.start();
    // A browser that has stored a place but lost the cookie: the page was rendered without it.
    if (!payload.place && portal.getSnapshot().context.place) void router.invalidate();
  };
  startTransition(() => {
    hydrateRoot(
      document.getElementById('app')!,
      <PublicView
        router={router}
        portal={portal}
        i18n={i18n}
        settings={readSettings()}
        pageShown={pageShown}
      />,
      { onCaughtError: tellUnlessShown },
    );
  });
  choosePlaceOfPage(router, portal);
  onNavigation(router, ({ pathname }) => {
    const locale = localeOfPath(pathname);
    leaveLogin(portal, locale);
    portal.send({ type: 'route.entered', route: { screen: 'other' }, locale });
    onActivity();
  });
  tellLoading(router, portal);
  reportLostChunks(portal);
  focusAfterNavigation(router);
  const go = createNavigate(router, portal);
  followLinks(go, isPublic);
  followForms(go, isPublic);
  hearOthers();
  watchWayBack(portal);
}
