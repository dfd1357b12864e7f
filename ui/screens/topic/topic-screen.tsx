import type { TopicAnswer } from '#contract/content.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** A topic area with its services. */
export function TopicScreen({ answer: { topic } }: { answer: TopicAnswer }) {
  return (
    <PortalLayout title={topic.title}>
      <PageHeading>{topic.title}</PageHeading>
    </PortalLayout>
  );
}
