import type { PageSources } from './page-files.ts';

/**
 * The two bundles: pages for everybody, rendered by the server, and the application with all its workflows; and the
 * small start script of a public page.
 */
export const bundles = {
  start: 'src/browser/public/start.ts',
  public: 'src/browser/public/app.tsx',
  application: 'src/browser/application/app.tsx',
};

/** Entry of the workshop, which is built by itself. */
export const WORKSHOP_ENTRY = 'src/browser/workshop/app.tsx';

const texts = (...namespaces: string[]) => namespaces.map((name) => `locales/{locale}/${name}.json`);
const shared = ['common', 'frame', 'kit'];

/**
 * Sources that each screen of the application needs before it can show anything (application/routes.tsx loads the same
 * ones).
 */
export const pageSources: PageSources = {
  account: [
    'ui/screens/account/account-screen.tsx',
    ...texts(...shared, 'account', 'errors', 'workflow', 'handover', 'guide', 'following', 'service'),
  ],
  logins: ['ui/screens/logins/logins-screen.tsx', ...texts(...shared, 'account', 'errors', 'workflow')],
  ownData: [
    'ui/screens/own-data/own-data-screen.tsx',
    ...texts(...shared, 'account', 'errors', 'workflow', 'ownData'),
  ],
  handIn: [
    'ui/screens/hand-in/hand-in-screen.tsx',
    ...texts(...shared, 'account', 'errors', 'workflow', 'handIn', 'form'),
  ],
  process: ['ui/screens/application/process-screen.tsx', ...texts(...shared, 'application', 'form')],
  handover: [
    'ui/screens/handover/handover-screen.tsx',
    ...texts(...shared, 'application', 'form', 'handover', 'errors'),
  ],
  redirect: [
    'ui/screens/redirect/redirect-screen.tsx',
    ...texts(...shared, 'redirect', 'errors', 'handover', 'ending'),
  ],
};
