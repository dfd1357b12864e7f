import { lazy, Suspense } from 'react';
import { selectElsewhere } from '#machines/windows/windows.selectors.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { useWindows } from '../shared/portal-context.tsx';

const EditingAlert = lazy(() =>
  loadWithRetry(() => import('./editing-alert.tsx')).then((it) => ({ default: it.EditingAlert })),
);

/** Shows that another window edits the application, as long as that is so. */
export function EditingBanner() {
  const isElsewhere = useWindows(selectElsewhere, null) !== null;
  return (
    isElsewhere && (
      <Suspense>
        <EditingAlert />
      </Suspense>
    )
  );
}
