import { useTranslation } from 'react-i18next';
import type { SentHere } from '#contract/auth.ts';
import { selectSentHere } from '#machines/session/session.selectors.ts';
import { LinkButton } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { dayAndTime } from '../shared/format.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, useSession } from '../shared/portal-context.tsx';

/** Applications without an account that this session has sent, as long as it lasts; nothing without one. */
export function SentHereList() {
  const { t } = useTranslation('account');
  const applications = useSession(selectSentHere);
  if (applications.length === 0) return null;
  return (
    <Stack>
      <SectionHeading>{t('sentHere.title')}</SectionHeading>
      <p>{t('sentHere.text')}</p>
      <ul className="sp-sent">
        {applications.map((application) => (
          <li key={application.id}>
            <SentHereCard application={application} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function SentHereCard({
  application: { id, service, ticketNumber, submittedAt },
}: {
  application: SentHere;
}) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  return (
    <Card
      title={service[locale]}
      headingLevel={3}
      footer={
        <LinkButton variant="secondary" href={hrefOf.process(locale, id)} icon="arrow-forward" iconAtEnd>
          {t('sentHere.open')}
          <VisuallyHidden> {service[locale]}</VisuallyHidden>
        </LinkButton>
      }
    >
      <DescriptionList
        items={[
          { key: 'ticket', term: t('sent.ticket'), value: ticketNumber },
          {
            key: 'date',
            term: t('sentHere.date'),
            value: submittedAt === null ? t('sentHere.sending') : dayAndTime(submittedAt, locale),
          },
        ]}
      />
    </Card>
  );
}
