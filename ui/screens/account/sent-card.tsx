import { useTranslation } from 'react-i18next';
import type { SentView } from '#contract/personal-area.ts';
import { sentApplicationStatus } from '#machines/drafts/drafts.guards.ts';

import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Details } from '#ui/kit/details.tsx';
import { Link } from '#ui/kit/link.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { OwedDocuments } from '../following/owed-documents.tsx';
import { Course, useWhereabouts } from '../following/whereabouts.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { dayAndTime } from '../shared/format.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { SentDocuments } from './sent-documents.tsx';
import { SentBadge, SentMeaning } from './sent-status.tsx';

/** A sent application: its status, who has it, what comes next, its numbers, its course, its documents. */
export function SentCard({
  application,
  isRepeating,
  onOpen,
  onRepeat,
}: {
  application: SentView;
  /** Its answers are being taken into a new application. */
  isRepeating: boolean;
  /** Its course was opened. */
  onOpen: () => void;
  onRepeat: () => void;
}) {
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
      {application.newsSince !== null && (
        <p>
          <strong>{t('following:since', { date: dayAndTime(application.newsSince, locale) })}</strong>
        </p>
      )}
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
      <OwedDocuments
        processId={application.id}
        owed={application.owed}
        authority={authority}
        ticketNumber={application.ticketNumber}
        hasLetter={application.documents.some(({ kind }) => kind === 'coverLetter')}
        headingLevel={4}
      />
      <Details
        onOpen={onOpen}
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
      {application.repeat === 'possible' ? (
        <div>
          <Button variant="secondary" busy={isRepeating} onClick={onRepeat}>
            {t(isRepeating ? 'following:repeat.busy' : 'following:repeat.action')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      ) : (
        <p className="sp-muted">{t(`following:repeat.why.${application.repeat}`)}</p>
      )}
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
      <p>
        <Link quiet href={hrefOf.ownData(locale, application.id)}>
          {t('sent.remove')}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </Link>
      </p>
    </Card>
  );
}
