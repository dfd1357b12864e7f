import { createRootRouteWithContext, createRoute, useRouter, useRouterState } from '@tanstack/react-router';
import { type ContentKind, contentKinds } from '#contract/pages.ts';
import { type Locale, locales } from '#domain/locale.ts';
import { problemOf } from '#machines/kit/problem.ts';
import { HomeScreen } from '#ui/screens/home/home-screen.tsx';
import { LifeSituationScreen } from '#ui/screens/life-situation/life-situation-screen.tsx';
import { PageScreen } from '#ui/screens/pages/page-screen.tsx';
import { PortalScreen } from '#ui/screens/portal/portal-screen.tsx';
import { PortalsScreen } from '#ui/screens/portals/portals-screen.tsx';
import { SearchFailed } from '#ui/screens/search/search-failed.tsx';
import { SearchScreen } from '#ui/screens/search/search-screen.tsx';
import { ServiceScreen } from '#ui/screens/service/service-screen.tsx';

import { paths } from '#ui/screens/shared/paths.ts';
import { TopicScreen } from '#ui/screens/topic/topic-screen.tsx';
import type { PageApi } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import type { Namespace } from '../i18n/namespaces.ts';
import { Root } from '../root.tsx';
import { PageAnswer, problemAsAnswer } from './page-answer.tsx';

export type PublicContext = {
  api: PageApi;
  /** Key of the chosen place, for addresses that name none. */
  chosenArea: () => string | undefined;
  /** Loads the texts of a language before a page shows them. */
  enterLocale: (locale: Locale, namespaces: readonly Namespace[]) => Promise<void>;
  /** Fetches the data that the routes of a page read, in one answer where possible. */
  prepare: (href: string) => Promise<void>;
};

/** Namespaces that every public page shows, an error screen included. */
export const publicNamespaces: readonly Namespace[] = ['common', 'frame', 'kit', 'search', 'errors'];

const rootRoute = createRootRouteWithContext<PublicContext>()({
  component: Root,
  beforeLoad: ({ context, location }) => context.prepare(location.href),
});

/** Fetches texts and data of a page in parallel. */
async function enter<T>(
  context: PublicContext,
  locale: Locale,
  namespaces: readonly Namespace[],
  data: Promise<T>,
): Promise<T | ApiProblem> {
  const [result] = await Promise.all([
    data.catch(problemAsAnswer),
    context.enterLocale(locale, [...publicNamespaces, ...namespaces]),
  ]);
  return result;
}

type PlaceQuery = { area?: string; place?: string };
type SearchQuery = PlaceQuery & { q?: string; kind?: ContentKind; page?: string };

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/**
 * The place in a query. An invalid key is left out: the address may have been typed by hand. An empty text is kept: it
 * requests the page without a place.
 */
const placeOf = (query: Record<string, unknown>): PlaceQuery => {
  const area = textOf(query.area);
  if (area !== undefined && /^\d{2,12}$/.test(area)) return { area };
  return typeof query.place === 'string' ? { place: query.place.trim() } : {};
};

function searchOf(query: Record<string, unknown>): SearchQuery {
  const q = textOf(query.q);
  const kind = contentKinds.find((it) => it === query.kind);
  const page = textOf(query.page);
  return {
    ...(q !== undefined && { q }),
    ...placeOf(query),
    ...(kind && { kind }),
    ...(page !== undefined && /^[1-9]\d{0,3}$/.test(page) && { page }),
  };
}

/** The place of the address, else the chosen one. */
const placeFor = (context: PublicContext, { area, place }: PlaceQuery): PlaceQuery =>
  area !== undefined || place !== undefined
    ? { ...(area !== undefined && { area }), ...(place && { place }) }
    : chosen(context.chosenArea());
const chosen = (area: string | undefined): PlaceQuery => (area === undefined ? {} : { area });

/** A search that has failed, with its query. */
function NoSearch({ problem }: { problem: unknown }) {
  const router = useRouter();
  const asked = useRouterState({ select: (state) => searchOf(state.location.search) });
  return (
    <SearchFailed
      asked={{ ...asked, page: undefined }}
      problem={problemOf(problem)}
      onRetry={() => void router.invalidate()}
    />
  );
}

/** Turns an invalid id into a missing service (spec section 2: the page of a service without data returns 410). */
function asNoService(error: unknown): never {
  if (error instanceof ApiProblem && error.code === 'input-invalid')
    throw new ApiProblem('service-not-found');
  throw error;
}

/**
 * Returns the data that the loader of a route has read. The router's own hook knows the types of the one router that a
 * program registers, and the portal has two.
 */
const useAnswer = <Answer,>(route: { useLoaderData(): unknown; types: { loaderData: Answer } }): Answer =>
  route.useLoaderData() as Answer;

/** The routes of one language. */
function routesOf(locale: Locale) {
  const home = createRoute({
    getParentRoute: () => rootRoute,
    // The slash makes the address a page of its own and not the beginning of all slugs.
    path: locale === 'de' ? '/' : `${paths.home[locale]}/`,
    loader: ({ context }) =>
      enter(context, locale, ['home'], context.api.getHome({ query: { lang: locale } })),
    component: () => (
      <PageAnswer locale={locale} answer={useAnswer(home)} show={(data) => <HomeScreen home={data} />} />
    ),
  });

  const search = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.search[locale],
    // The router also passes on parameters that no schema knows.
    validateSearch: searchOf,
    loaderDeps: ({ search: query }) => searchOf(query),
    loader: ({ context, deps }) =>
      enter(
        context,
        locale,
        ['service'],
        context.api.search({
          query: {
            lang: locale,
            ...(deps.q !== undefined && { q: deps.q }),
            ...placeFor(context, deps),
            ...(deps.kind && { kind: deps.kind }),
            ...(deps.page !== undefined && { page: deps.page }),
          },
        }),
      ),
    component: () => (
      <PageAnswer
        locale={locale}
        answer={useAnswer(search)}
        show={(data) => <SearchScreen answer={data} />}
        showProblem={(problem) => <NoSearch problem={problem} />}
      />
    ),
  });

  const service = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.service[locale],
    validateSearch: placeOf,
    loaderDeps: ({ search: query }) => placeOf(query),
    loader: ({ context, params, deps }) => {
      return enter(
        context,
        locale,
        ['service', 'application'],
        context.api
          .getService({
            params: { leiKaId: params.leikaid },
            query: { lang: locale, ...placeFor(context, deps) },
          })
          .catch(asNoService),
      );
    },
    component: () => (
      <PageAnswer
        locale={locale}
        answer={useAnswer(service)}
        show={(data) => <ServiceScreen answer={data} />}
      />
    ),
  });

  const topic = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.topic[locale],
    loader: ({ context, params }) =>
      enter(context, locale, ['browse'], context.api.getTopic({ params, query: { lang: locale } })),
    component: () => (
      <PageAnswer locale={locale} answer={useAnswer(topic)} show={(data) => <TopicScreen answer={data} />} />
    ),
  });

  const lifeSituation = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.lifeSituation[locale],
    loader: ({ context, params }) =>
      enter(context, locale, ['browse'], context.api.getLifeSituation({ params, query: { lang: locale } })),
    component: () => (
      <PageAnswer
        locale={locale}
        answer={useAnswer(lifeSituation)}
        show={(data) => <LifeSituationScreen answer={data} />}
      />
    ),
  });

  const portals = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.portals[locale],
    loader: ({ context }) =>
      enter(context, locale, ['browse'], context.api.listPortals({ query: { lang: locale } })),
    component: () => (
      <PageAnswer
        locale={locale}
        answer={useAnswer(portals)}
        show={(data) => <PortalsScreen portals={data} />}
      />
    ),
  });

  const portal = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.portal[locale],
    loader: ({ context, params }) =>
      enter(context, locale, ['browse'], context.api.getPortal({ params, query: { lang: locale } })),
    component: () => (
      <PageAnswer
        locale={locale}
        answer={useAnswer(portal)}
        show={(data) => <PortalScreen answer={data} />}
      />
    ),
  });

  /** A content page by its id, and (for all other addresses) by its slug. */
  const content = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.content[locale],
    loader: ({ context, params }) =>
      enter(context, locale, ['browse'], context.api.getPage({ query: { lang: locale, id: params.id } })),
    component: () => (
      <PageAnswer locale={locale} answer={useAnswer(content)} show={(data) => <PageScreen page={data} />} />
    ),
  });
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.page[locale],
    loader: ({ context, params }) =>
      enter(
        context,
        locale,
        ['browse'],
        context.api.getPage({ query: { lang: locale, slug: params._splat ?? '' } }),
      ),
    component: () => (
      <PageAnswer locale={locale} answer={useAnswer(page)} show={(data) => <PageScreen page={data} />} />
    ),
  });

  return [home, search, service, topic, lifeSituation, portals, portal, content, page];
}

export const publicRouteTree = rootRoute.addChildren(locales.flatMap(routesOf));
