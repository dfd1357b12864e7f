import {
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  type HistoryState,
  lazyRouteComponent,
  useMatch,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type Locale, localeOf, locales } from '#domain/locale.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';

import { localeOfPath, paths } from '#ui/screens/shared/paths.ts';
import { LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import type { Api } from '../api.ts';
import type { Namespace } from '../i18n/namespaces.ts';
import { Root } from '../root.tsx';

export type RouterContext = {
  /** Loads a page outside the application. Never resolves: the calling page ends instead. */
  leaveFor: (href: string) => Promise<void>;
  /** Whether an address must be loaded rather than navigated to in the client. */
  loadsWhole: (state: HistoryState) => boolean;
  api: Api;
  portal: Portal;
  /** Loads the texts of a language before a page shows them. */
  enterLocale: (locale: Locale, namespaces: readonly Namespace[]) => Promise<void>;
};

/** Namespaces that every page shows, whatever its layout. */
export const sharedNamespaces: readonly Namespace[] = ['common', 'frame', 'kit'];
const processNamespaces: readonly Namespace[] = ['application', 'form'];

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  beforeLoad: ({ context, location }) =>
    context.loadsWhole(location.state) ? context.leaveFor(location.href) : undefined,
});

const AccountScreen = lazyRouteComponent(() => import('./account-page.ts'), 'AccountScreen');
const LoginsScreen = lazyRouteComponent(() => import('./logins-page.ts'), 'LoginsScreen');
const OwnDataScreen = lazyRouteComponent(() => import('./own-data-page.ts'), 'OwnDataScreen');
const HandInScreen = lazyRouteComponent(() => import('./hand-in-page.ts'), 'HandInScreen');
const ProcessScreen = lazyRouteComponent(
  () => import('#ui/screens/application/process-screen.tsx'),
  'ProcessScreen',
);
const HandoverScreen = lazyRouteComponent(
  () => import('#ui/screens/handover/handover-screen.tsx'),
  'HandoverScreen',
);
const RedirectScreen = lazyRouteComponent(
  () => import('#ui/screens/redirect/redirect-screen.tsx'),
  'RedirectScreen',
);

/** Fetches texts and code of a page in parallel. */
async function enter(
  { enterLocale }: RouterContext,
  locale: Locale,
  namespaces: readonly Namespace[],
  screen: AsyncRouteComponent<never>,
): Promise<void> {
  await Promise.all([enterLocale(locale, [...sharedNamespaces, ...namespaces]), screen.preload?.()]);
}

/**
 * The page of an application. It is one component for both languages, so that the screen's contents stay there when the
 * language changes: a frame that is taken off the page would have to be opened again.
 */
function ProcessPage() {
  const locale = useMatch({ strict: false, select: ({ pathname }) => localeOfPath(pathname) });
  return (
    <LocaleProvider value={locale}>
      <ProcessScreen />
    </LocaleProvider>
  );
}

/** A screen in the language of its route. */
const shownIn = (locale: Locale, Screen: ComponentType) => () => (
  <LocaleProvider value={locale}>
    <Screen />
  </LocaleProvider>
);

/** The routes of one language. */
function routesOf(locale: Locale) {
  const account = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.account[locale],
    loader: ({ context }) =>
      enter(
        context,
        locale,
        ['account', 'errors', 'workflow', 'handover', 'guide', 'following', 'service'],
        AccountScreen,
      ),
    component: shownIn(locale, AccountScreen),
  });

  const logins = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.logins[locale],
    loader: ({ context }) => enter(context, locale, ['account', 'errors', 'workflow'], LoginsScreen),
    component: shownIn(locale, LoginsScreen),
  });

  const ownData = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.ownData[locale],
    loader: ({ context }) =>
      enter(context, locale, ['account', 'errors', 'workflow', 'ownData'], OwnDataScreen),
    component: shownIn(locale, OwnDataScreen),
  });

  const handIn = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.handIn[locale],
    loader: ({ context }) =>
      enter(context, locale, ['account', 'errors', 'workflow', 'handIn', 'form'], HandInScreen),
    component: shownIn(locale, HandInScreen),
  });

  const process = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.process[locale],
    loader: ({ context }) => enter(context, locale, processNamespaces, ProcessScreen),
    component: ProcessPage,
  });

  const handover = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.handover[locale],
    loader: ({ context }) =>
      enter(context, locale, [...processNamespaces, 'handover', 'errors'], HandoverScreen),
    component: shownIn(locale, HandoverScreen),
  });

  return [account, logins, ownData, handIn, process, handover];
}

/** The redirect page has one path for both languages: the language is in the query. */
const redirect = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.redirect.de,
  validateSearch: (search: Record<string, string>): Record<string, string> & { lang: Locale } => ({
    ...search,
    lang: localeOf(search.lang),
  }),
  loaderDeps: ({ search }) => ({ lang: search.lang }),
  loader: ({ context, deps }) =>
    enter(context, deps.lang, ['redirect', 'errors', 'handover', 'ending'], RedirectScreen),
  component: () => (
    <LocaleProvider value={redirect.useSearch().lang}>
      <RedirectScreen />
    </LocaleProvider>
  ),
});

/**
 * The route of any other page: a public one, with a script of its own. The way there still leads through the router,
 * which asks first if something would be lost.
 */
const elsewhere = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$',
  beforeLoad: ({ context, location }) => context.leaveFor(location.href),
});

export const routeTree = rootRoute.addChildren([...locales.flatMap(routesOf), redirect, elsewhere]);
