import { useTranslation } from 'react-i18next';
import type { HandedOverView } from '#contract/handover.ts';
import { LinkButton } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { StatusBadge } from '#ui/kit/status-badge.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { HandedOverFacts } from '../handover/handed-over-facts.tsx';

/** Applications that other portals run, as far as those report them. */
export function HandedOverList({ applications }: { applications: readonly HandedOverView[] }) {
  const { t } = useTranslation('handover');
  if (applications.length === 0) return null;
  return (
    <Stack>
      <SectionHeading>{t('list.title')}</SectionHeading>
      <ul className="sp-sent">
        {applications.map((application) => (
          <li key={application.id}>
            <HandedOverCard application={application} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function HandedOverCard({ application }: { application: HandedOverView }) {
  const { t } = useTranslation('handover');
  const { service, status, portal, receiver } = application;
  const isSubmitted = status === 'SUBMITTED';
  return (
    <Card
      title={service}
      headingLevel={3}
      badge={
        <StatusBadge tone={isSubmitted ? 'success' : 'info'} icon={isSubmitted ? 'success' : 'info'}>
          {t(`list.status.${status ?? 'unknown'}`)}
        </StatusBadge>
      }
    >
      <HandedOverFacts application={application} />
      <div>
        <LinkButton variant="secondary" href={portal} icon="open-in-new" iconAtEnd>
          {t('list.link', { portal: receiver })}
          <VisuallyHidden> {service}</VisuallyHidden>
        </LinkButton>
      </div>
    </Card>
  );
}
