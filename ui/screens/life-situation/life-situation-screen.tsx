import type { LifeSituationAnswer } from '#contract/content.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** A life situation: what to do, step by step, and the services for it. */
export function LifeSituationScreen({ answer: { lifeSituation } }: { answer: LifeSituationAnswer }) {
  return (
    <PortalLayout title={lifeSituation.title}>
      <PageHeading>{lifeSituation.title}</PageHeading>
    </PortalLayout>
  );
}
