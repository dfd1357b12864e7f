import type { InspectionReport } from '#contract/inspection.ts';
import type { Workshop } from '#ui/workshop/workshop-context.ts';
import { otherViewer } from '../inspection/other-viewer.ts';

/**
 * Another viewer that is shown recordings: it opens in a window of its own, and is told everything once it says that it
 * is there.
 * @param url null without one
 */
export function viewerAt(url: string | null): Workshop['viewer'] {
  if (url === null) return null;
  let shown: readonly InspectionReport[] = [];
  const viewer = otherViewer(url, () => {
    for (const report of shown) viewer.send(report);
  });
  return {
    host: viewer.host,
    show: (reports) => {
      shown = reports;
      viewer.open();
    },
  };
}
