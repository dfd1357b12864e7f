import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { pageCalls } from '#contract/page-calls.ts';
import { localeOfPath } from '#contract/pages.ts';
import type { RenderedPage, RenderRequest } from '#contract/rendering.ts';
import { DocumentHeadProvider } from '#ui/screens/shared/document-head.tsx';
import { createApi } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import type { Namespace } from '../i18n/namespaces.ts';
import { serverI18n, textsJson } from '../i18n/server-i18n.ts';
import { cachedStaticPortal } from '../wiring/static-portal.ts';
import { failureOf } from './page-answer.tsx';
import { createPublicRouter } from './router.ts';
import { publicNamespaces } from './routes.tsx';
import { PublicView } from './view.tsx';

/**
 * Statuses of problems: an impossible id in the address is refused as invalid; for the reader its page does not exist.
 */
const statusOf: Record<string, number> = {
  'not-found': 404,
  'input-invalid': 404,
  'service-not-found': 410,
  'too-many-requests': 429,
};

/** Renders a public page from the server's answers: for people without scripts, and to be hydrated by them. */
export async function render({ href, place, settings, read }: RenderRequest): Promise<RenderedPage> {
  const locale = localeOfPath(href.split('?')[0] ?? '/');
  const answers: RenderedPage['answers'] = {};
  const namespaces = new Set<Namespace>(publicNamespaces);
  const api = createApi(pageCalls, {
    cookies: () => '',
    send: async (address) => {
      const { status, body } = await read(address);
      answers[address] = { status, body: JSON.parse(body) };
      return new Response(body, { status });
    },
  });
  const open = async (address: string) => {
    const router = createPublicRouter(
      {
        api,
        chosenArea: () => place?.key,
        enterLocale: async (_, names) => {
          for (const name of names) namespaces.add(name);
        },
        prepare: async () => undefined,
      },
      createMemoryHistory({ initialEntries: [address] }),
    );
    await router.load();
    return router;
  };
  let router = await open(href);
  // The router renders no page for an address that it writes differently (%7E, two slashes): it names its own.
  const result = router._serverResult;
  if (result?.type === 'redirect') router = await open(result.redirect.options.href ?? '/');
  const failed = failureOf(router.state.matches);
  const head = { title: '', description: '', alternates: null };
  const markup = renderToString(
    <DocumentHeadProvider value={head}>
      <PublicView
        router={router}
        portal={cachedStaticPortal(locale, place)}
        i18n={serverI18n[locale]}
        settings={settings}
      />
    </DocumentHeadProvider>,
  );
  return {
    status: statusFor(failed),
    locale,
    ...head,
    markup,
    answers,
    texts: textsJson(locale, namespaces),
  };
}

function statusFor(failed: unknown): number {
  if (failed === undefined) return 200;
  return (failed instanceof ApiProblem && statusOf[failed.code]) || 500;
}
