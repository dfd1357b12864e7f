import { selectElsewhere } from '#machines/windows/windows.selectors.ts';
import { laterPart } from '#ui/kit/later.tsx';
import { useWindows } from '../shared/portal-context.tsx';

const EditingAlert = laterPart(async () => (await import('./editing-alert.tsx')).EditingAlert);

/** Shows that another window edits the application, as long as that is so. */
export function EditingBanner() {
  const isElsewhere = useWindows(selectElsewhere, null) !== null;
  return isElsewhere && <EditingAlert />;
}
