import { useTranslation } from 'react-i18next';
import type { SentView } from '#contract/personal-area.ts';
import { sentApplicationStatus } from '#machines/drafts/drafts.guards.ts';

import { Card } from '#ui/kit/card.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Details } from '#ui/kit/details.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { dayAndTime } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { Course, useWhereabouts } from '../shared/sent-following.tsx';
import { SentDocuments } from './sent-documents.tsx';
import { SentBadge, SentMeaning } from './sent-status.tsx';

/** A sent application: its status, who has it, what comes next, its numbers, its course, its documents. */
export function SentCard({ application }: { application: SentView }) {
  const { t } = useTranslation(['account', 'following']);
  const locale = useLocale();
  const { name, authority, afterwards, notice, course } = application;
  const whereabouts = useWhereabouts({
    following: application,
    authority: authority.name,
    afterwards,
    notice,
  });
  const status = sentApplicationStatus(application);
  return (
    <Card title={name} headingLevel={3} badge={<SentBadge status={status} />}>
      <SentMeaning status={status} />
      <DescriptionList
        items={[
          ...whereabouts,
          { key: 'ticket', term: t('sent.ticket'), value: application.ticketNumber },
          { key: 'date', term: t('sent.date'), value: dayAndTime(application.submissionDate, locale) },
          {
            key: 'external',
            term: t(`sent.id.${application.externalIdType}`),
            value: application.externalId,
          },
        ]}
      />
      <Details
        summary={
          <>
            {t('following:history')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </>
        }
      >
        <Course entries={course} />
      </Details>
      <SentDocuments application={application} />
      <Details
        summary={
          <>
            {t('sent.contact')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </>
        }
      >
        <AuthorityContact authority={authority} />
      </Details>
    </Card>
  );
}
