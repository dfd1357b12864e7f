import { Outlet, useRouterState } from '@tanstack/react-router';
import { Messages } from '#ui/screens/shared/messages.tsx';
import { localeOfPath } from '#ui/screens/shared/paths.ts';
import { HrefProvider, LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import { useSettled } from '#ui/screens/shared/use-settled.ts';

export function Root() {
  const locale = useRouterState({ select: (state) => localeOfPath(state.location.pathname) });
  // The address has no fragment: the server never receives it.
  const href = useRouterState({ select: (state) => state.location.href.replace(/#.*$/, '') });
  const settled = useSettled();
  return (
    <HrefProvider value={href}>
      <Outlet />
      <LocaleProvider value={locale}>
        {/* The page does not need any of this before it is there. */}
        {settled && <Messages />}
      </LocaleProvider>
    </HrefProvider>
  );
}
