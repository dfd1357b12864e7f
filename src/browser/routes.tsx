import {
  type AnyRoute,
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
} from '@tanstack/react-router';
import type { Locale } from '#ui/screens/shared/paths.ts';
import { locales, paths } from '#ui/screens/shared/paths.ts';
import { LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import type { Api } from './api.ts';
import { enterLocale } from './i18n/i18n.ts';
import type { Namespace } from './i18n/namespaces.ts';
import { Root } from './root.tsx';
import type { Portal } from './wiring/portal.ts';

export type RouterContext = { api: Api; portal: Portal };

/** What every page shows, whatever its layout. */
export const sharedNamespaces: readonly Namespace[] = ['common', 'frame', 'kit'];
const processNamespaces: readonly Namespace[] = ['application', 'form'];

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root });

const HomeScreen = lazyRouteComponent(() => import('#ui/screens/home/home-screen.tsx'), 'HomeScreen');
const ServiceScreen = lazyRouteComponent(
  () => import('#ui/screens/service/service-screen.tsx'),
  'ServiceScreen',
);
const AccountScreen = lazyRouteComponent(
  () => import('#ui/screens/account/account-screen.tsx'),
  'AccountScreen',
);
const ProcessScreen = lazyRouteComponent(
  () => import('#ui/screens/application/process-screen.tsx'),
  'ProcessScreen',
);
const RedirectScreen = lazyRouteComponent(
  () => import('#ui/screens/redirect/redirect-screen.tsx'),
  'RedirectScreen',
);
const PageScreen = lazyRouteComponent(() => import('#ui/screens/pages/page-screen.tsx'), 'PageScreen');

/** Texts, code and data of a page are fetched side by side. */
async function enter<T>(
  locale: Locale,
  namespaces: readonly Namespace[],
  screen: AsyncRouteComponent<never>,
  data: Promise<T>,
): Promise<T> {
  const [result] = await Promise.all([
    data,
    enterLocale(locale, [...sharedNamespaces, ...namespaces]),
    screen.preload?.(),
  ]);
  return result;
}

/** The routes of one language. */
function routesOf(locale: Locale): AnyRoute[] {
  const home = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.home[locale],
    loader: ({ context }) =>
      enter(locale, ['home'], HomeScreen, context.api.listServices({ query: { lang: locale } })),
    component: () => (
      <LocaleProvider value={locale}>
        <HomeScreen services={home.useLoaderData()} />
      </LocaleProvider>
    ),
  });

  const service = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.service[locale],
    validateSearch: (search: { area?: unknown }): { area?: string } =>
      typeof search.area === 'string' ? { area: search.area } : {},
    loaderDeps: ({ search }) => ({ area: search.area }),
    loader: ({ context: { api, portal }, params, deps }) => {
      const area = deps.area ?? portal.getSnapshot().context.place?.key;
      const { leikaid } = params as { leikaid: string };
      return enter(
        locale,
        ['service', 'application', 'errors'],
        ServiceScreen,
        api.getService({ params: { leiKaId: leikaid }, query: { lang: locale, area } }),
      );
    },
    component: () => (
      <LocaleProvider value={locale}>
        <ServiceScreen {...service.useLoaderData()} />
      </LocaleProvider>
    ),
  });

  const account = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.account[locale],
    loader: () => enter(locale, ['account', 'errors', 'workflow'], AccountScreen, Promise.resolve(null)),
    component: () => (
      <LocaleProvider value={locale}>
        <AccountScreen />
      </LocaleProvider>
    ),
  });

  const process = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.process[locale],
    loader: () => enter(locale, processNamespaces, ProcessScreen, Promise.resolve(null)),
    component: () => (
      <LocaleProvider value={locale}>
        <ProcessScreen />
      </LocaleProvider>
    ),
  });

  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.page[locale],
    loader: () => enter(locale, ['pages', 'errors'], PageScreen, Promise.resolve(null)),
    component: () => (
      <LocaleProvider value={locale}>
        <PageScreen slug={(page.useParams() as { slug: string }).slug} />
      </LocaleProvider>
    ),
  });

  return [home, service, account, process, page];
}

/** One path for both languages: the language goes along in the query. */
const redirect = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.redirect.de,
  validateSearch: (search: Record<string, string>): Record<string, string> & { lang: Locale } => ({
    ...search,
    lang: search.lang === 'en' ? 'en' : 'de',
  }),
  loaderDeps: ({ search }) => ({ lang: search.lang }),
  loader: ({ deps }) => enter(deps.lang, ['redirect', 'errors'], RedirectScreen, Promise.resolve(null)),
  component: () => {
    const search = redirect.useSearch();
    return (
      <LocaleProvider value={search.lang}>
        <RedirectScreen {...search} />
      </LocaleProvider>
    );
  },
});

export const routeTree = rootRoute.addChildren([...locales.flatMap(routesOf), redirect]);
