import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { patiently } from '#ui/kit/patiently.ts';
import { localeOfPath } from '#ui/screens/shared/paths.ts';
import { HrefProvider, LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import { useSettled } from '#ui/screens/shared/use-settled.ts';

/** Notices that may come up on any page are not needed before the page is there. */
const Notices = lazy(() =>
  patiently(() => import('#ui/screens/shared/notices.tsx')).then((module) => ({ default: module.Notices })),
);

export function Root() {
  const locale = useRouterState({ select: (state) => localeOfPath(state.location.pathname) });
  // Without the part of the page that is jumped to: the service never hears of it.
  const href = useRouterState({ select: (state) => state.location.href.replace(/#.*$/, '') });
  const settled = useSettled();
  return (
    <HrefProvider value={href}>
      <Outlet />
      <LocaleProvider value={locale}>
        {settled && (
          <Suspense>
            <Notices />
          </Suspense>
        )}
      </LocaleProvider>
    </HrefProvider>
  );
}
