import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { laterPart } from '#ui/kit/later.tsx';
import { usePortal } from '../shared/portal-context.tsx';
import { useHandover } from './handover-actor.ts';
import { HandoverContent } from './handover-content.tsx';
import { HandoverLayout } from './handover-layout.tsx';
import { NoHandover } from './no-handover.tsx';

/** Screen of an application, whose code is in chunks of its own. */
const ProcessScreen = laterPart(
  async () => (await import('../application/process-screen.tsx')).ProcessScreen,
);

/**
 * The shared-service form (spec section 2): an arrival becomes an application, a departure needs the person's yes
 * first.
 */
export function HandoverScreen() {
  const application = usePortal(selectApplication);
  const actor = useHandover();
  if (application) return <ProcessScreen />;
  return <HandoverLayout>{actor ? <HandoverContent actor={actor} /> : <NoHandover />}</HandoverLayout>;
}
