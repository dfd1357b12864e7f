import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { ProcessScreen } from '../application/process-screen.tsx';
import { usePortal } from '../shared/portal-context.tsx';
import { useHandover } from './handover-actor.ts';
import { HandoverContent } from './handover-content.tsx';
import { HandoverLayout } from './handover-layout.tsx';
import { NoHandover } from './no-handover.tsx';

/** The shared-service form (spec section 2): what has arrived becomes an application, what departs is asked first. */
export function HandoverScreen() {
  const application = usePortal(selectApplication);
  const actor = useHandover();
  if (application) return <ProcessScreen />;
  return <HandoverLayout>{actor ? <HandoverContent actor={actor} /> : <NoHandover />}</HandoverLayout>;
}
