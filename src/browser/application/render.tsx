import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { calls } from '#contract/calls.ts';
import { localeOfPath } from '#contract/pages.ts';
import type { RenderedPage, RenderRequest } from '#contract/rendering.ts';
import { processUnderWay } from '#machines/portal/portal.selectors.ts';
import { DocumentHeadProvider } from '#ui/screens/shared/document-head.tsx';
import { createApi } from '../api.ts';
import type { Namespace } from '../i18n/namespaces.ts';
import { serverI18n, textsJson } from '../i18n/server-i18n.ts';
import { routeOf } from '../route-of.ts';
import { createReadOnlyPortal } from '../wiring/read-only-portal.ts';
import { createApplicationRouter } from './router.ts';
import { sharedNamespaces } from './routes.tsx';
import { ApplicationView } from './view.tsx';
import { waitForForm } from './wait-for-form.ts';

export { renderWithoutScript } from './without-script.tsx';

/** Longest time for rendering a page here; after that, the browser renders it. */
const PATIENCE_MS = 300;
/** Time that a form server has to open a form. Its frame needs no script of ours, which takes longer still to load. */
const OPENING_MS = 1500;
/** Text that React writes where something is still pending. */
const UNFINISHED = /<!--\$[?!]-->/;

/**
 * Renders the page of an application that is at its form, for the session of the request.
 * @param read reads for that session; nothing else is done, so viewing a page changes nothing
 * @returns null when the application is elsewhere: the browser renders that page
 */
export async function renderApplication({
  href,
  place,
  settings,
  read,
}: RenderRequest): Promise<RenderedPage | null> {
  const { pathname, search } = new URL(href, 'http://portal.invalid');
  const locale = localeOfPath(pathname);
  const answers: RenderedPage['answers'] = {};
  const namespaces = new Set<Namespace>(sharedNamespaces);
  const api = createApi(calls, {
    cookies: () => '',
    send: async (address, { method }) => {
      if (method !== 'GET') throw new TypeError(`${method} ${address} while a page is rendered`);
      const { status, body } = await read(address);
      if (status === 200) answers[address] = { status, body: JSON.parse(body) };
      return new Response(body, { status });
    },
  });
  const portal = createReadOnlyPortal({ api, locale, place });
  try {
    portal.start();
    portal.send({ type: 'route.entered', route: routeOf({ pathname, search }, place), locale });
    if (!(await waitForForm(portal, PATIENCE_MS, OPENING_MS))) return null;
    const shown = portal.getSnapshot();
    // The browser makes the application the account's after a login, before it takes up the page, which would be another one then.
    if (shown.context.viewer === 'account' && processUnderWay(shown)?.facts.hasUser === false) return null;
    const router = createApplicationRouter(
      {
        api,
        portal,
        leaveFor: async () => undefined,
        loadsWhole: () => false,
        enterLocale: async (_, names) => {
          for (const name of names) namespaces.add(name);
        },
      },
      createMemoryHistory({ initialEntries: [href] }),
    );
    await router.load();
    // The router would write this address differently (a trailing slash): it renders no page for it.
    if (router._serverResult?.type === 'redirect') return null;
    const head = { title: '', description: '', alternates: null };
    const markupNow = () =>
      renderToString(
        <DocumentHeadProvider value={head}>
          <ApplicationView
            router={router}
            portal={portal}
            i18n={serverI18n[locale]}
            settings={settings}
            formShown={() => undefined}
            isLeaving={() => false}
            writeTitle={() => undefined}
          />
        </DocumentHeadProvider>,
      );
    let markup = markupNow();
    // Parts that are loaded when first shown are there at the next attempt.
    for (let looks = 1; UNFINISHED.test(markup) && looks < 3; looks += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      markup = markupNow();
    }
    return {
      status: 200,
      locale,
      ...head,
      markup,
      answers,
      texts: textsJson(locale, namespaces),
    };
  } finally {
    portal.stop();
  }
}
