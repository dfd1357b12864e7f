import { lazy, Suspense } from 'react';
import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { usePortal } from '../shared/portal-context.tsx';
import { useHandover } from './handover-actor.ts';
import { HandoverContent } from './handover-content.tsx';
import { HandoverLayout } from './handover-layout.tsx';
import { NoHandover } from './no-handover.tsx';

/** Screen of an application, whose code is in chunks of its own. */
const ProcessScreen = lazy(() =>
  loadWithRetry(() => import('../application/process-screen.tsx')).then((it) => ({
    default: it.ProcessScreen,
  })),
);

/**
 * The shared-service form (spec section 2): an arrival becomes an application, a departure needs the person's yes
 * first.
 */
export function HandoverScreen() {
  const application = usePortal(selectApplication);
  const actor = useHandover();
  if (application) {
    return (
      <Suspense>
        <ProcessScreen />
      </Suspense>
    );
  }
  return <HandoverLayout>{actor ? <HandoverContent actor={actor} /> : <NoHandover />}</HandoverLayout>;
}
