import type { SearchAnswer } from '#contract/content.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** Search: what was asked stays on top, the results below. */
export function SearchScreen({ answer }: { answer: SearchAnswer }) {
  return (
    <PortalLayout title={answer.query}>
      <PageHeading>{answer.query}</PageHeading>
    </PortalLayout>
  );
}
