import type { PageSources } from './preloads.ts';

const texts = (...namespaces: string[]) => namespaces.map((name) => `locales/{locale}/${name}.json`);
const shared = ['common', 'frame', 'kit'];

/** What each screen needs before it can show anything (src/browser/routes.tsx loads the same). */
export const pageSources: PageSources = {
  home: ['ui/screens/home/home-screen.tsx', ...texts(...shared, 'home')],
  service: ['ui/screens/service/service-screen.tsx', ...texts(...shared, 'service', 'application', 'errors')],
  account: ['ui/screens/account/account-screen.tsx', ...texts(...shared, 'account', 'errors', 'workflow')],
  process: ['ui/screens/application/process-screen.tsx', ...texts(...shared, 'application', 'form')],
  redirect: ['ui/screens/redirect/redirect-screen.tsx', ...texts(...shared, 'redirect', 'errors')],
  page: ['ui/screens/pages/page-screen.tsx', ...texts(...shared, 'pages', 'errors')],
};
