import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';
import { selectProcess } from '#machines/application/application.selectors.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { Panel } from '#ui/kit/card.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Details } from '#ui/kit/details.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { SentMeaning } from '../account/sent-status.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { OwedDocuments } from '../following/owed-documents.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { dayAndTime } from '../shared/format.ts';
import { FourthDay } from '../shared/fourth-day.tsx';
import { money } from '../shared/money.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { Downloads } from './downloads.tsx';

import { FeedbackQuestion } from './feedback-question.tsx';
import { ResultCourse } from './result-course.tsx';
import { ResultNews } from './result-news.tsx';

import { useTakenAlong } from './use-taken-along.ts';

const postboxTexts = { done: 'postboxSent', nothingToDo: 'postboxNone', refused: 'postboxRefused' } as const;

/** The sent application: ticket number, time, receiver, documents, next steps; or that it was rejected. */
export function ResultScreen() {
  const { t } = useTranslation(['result', 'application']);
  const application = useApplication();
  const locale = useLocale();
  const process = useSelector(application, selectProcess);
  useTakenAlong(process?.result?.ticketNumber ?? '');
  const taken = () => application.send({ type: 'result.acknowledged' });
  if (!process?.result) return null;
  const { result, metadata, facts, origin } = process;
  const isRejected = result.status === 'PROCESSING_ERROR';
  return (
    <ApplicationLayout title={t(isRejected ? 'rejected.title' : 'title')}>
      <ResultNews result={result} />
      <Stack gap="large" narrow>
        <Panel title={<PageHeading takeFocus>{t(isRejected ? 'rejected.heading' : 'heading')}</PageHeading>}>
          <p>{t(isRejected ? 'rejected.ticket' : 'ticket')}</p>
          <p className="sp-panel__number">{result.ticketNumber}</p>
        </Panel>
        <CopyButton text={result.ticketNumber} label={t('copyTicket')} onCopied={taken} />
        {isRejected && <SentMeaning status="processingError" />}
        <DescriptionList
          items={[
            { key: 'service', term: t('facts.service'), value: metadata.title },
            { key: 'time', term: t('facts.time'), value: dayAndTime(result.submittedAt, locale) },
            { key: 'authority', term: t('facts.authority'), value: metadata.authority.name },
            ...result.recalled[locale].map(({ label, value }) => ({ key: label, term: label, value })),
            ...(result.paymentAmount !== null
              ? [{ key: 'paid', term: t('facts.paid'), value: money(result.paymentAmount, locale) }]
              : []),
            // Without an account nobody expects a postbox.
            ...(facts.hasUser && result.postbox !== null
              ? [
                  {
                    key: 'postbox',
                    term: t('facts.postbox'),
                    value: t(`facts.${postboxTexts[result.postbox]}`, { provider: result.postboxProvider }),
                  },
                ]
              : []),
            ...(result.mail && result.mail.state !== 'dropped'
              ? [
                  {
                    key: 'mail',
                    term: t('facts.mail'),
                    value: t(`facts.mails.${result.mail.state}`, { to: result.mail.to }),
                  },
                ]
              : []),
          ]}
        />
        <OwedDocuments
          processId={process.id}
          owed={result.owed}
          authority={metadata.authority}
          ticketNumber={result.ticketNumber}
          hasLetter={result.documents.some(({ kind }) => kind === 'coverLetter')}
          headingLevel={2}
        />
        <Downloads
          processId={process.id}
          documents={result.documents}
          until={result.downloadsUntil}
          lang={result.documentsLang}
          anonymous={!facts.hasUser}
          onTaken={taken}
        />
        <ResultCourse result={result} authority={metadata.authority.name} />
        <Prose>
          <h2>{t('next.title')}</h2>
          {isRejected ? <p>{t('rejected.next')}</p> : <Next process={process} />}
          {!facts.hasUser && <p>{t('next.here')}</p>}
        </Prose>
        <Stack gap="small">
          <SectionHeading>{t('contact')}</SectionHeading>
          <AuthorityContact authority={metadata.authority} />
        </Stack>
        <FeedbackQuestion leiKaId={metadata.leiKaId} area={process.area.key} />
        <Details summary={t('technical')}>
          <DescriptionList
            items={[
              { key: 'external', term: t(`externalId.${result.externalIdType}`), value: result.externalId },
            ]}
          />
        </Details>
        <Actions>
          {origin && (
            <LinkButton href={hrefOf.redirect({ lang: locale, handover: origin.id })}>
              {t('application:origin.back', { portal: origin.sender })}
            </LinkButton>
          )}
          <LinkButton variant="secondary" href={facts.hasUser ? hrefOf.account(locale) : hrefOf.home(locale)}>
            {t(facts.hasUser ? 'toArea' : 'toHome')}
          </LinkButton>
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}

/** The next steps of the authority, and the way in which the notice comes. */
function Next({ process: { metadata, facts } }: { process: ProcessView }) {
  const { t } = useTranslation('result');
  return (
    <>
      <p>{metadata.afterwards}</p>
      {facts.notice === 'accepted' && facts.hasPostbox && (
        <>
          <p>{t('next.notice')}</p>
          <FourthDay />
        </>
      )}
      {facts.notice !== 'accepted' && facts.noticeAllowed && <p>{t('next.byPost')}</p>}
      {facts.hasUser && <p>{t('next.area')}</p>}
    </>
  );
}
