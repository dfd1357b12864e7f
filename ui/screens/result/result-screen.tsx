import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectProcess } from '#machines/application/application.selectors.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { Panel } from '#ui/kit/card.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { dayAndTime } from '../shared/format.ts';
import { FourthDay } from '../shared/fourth-day.tsx';
import { money } from '../shared/money.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { Downloads } from './downloads.tsx';
import { FeedbackQuestion } from './feedback-question.tsx';
import { ResultCourse } from './result-course.tsx';

const postboxTexts = { done: 'postboxSent', nothingToDo: 'postboxNone', refused: 'postboxRefused' } as const;

/** The sent application: ticket number, time, receiver, documents, next steps. */
export function ResultScreen() {
  const { t } = useTranslation(['result', 'application']);
  const locale = useLocale();
  const process = useSelector(useApplication(), selectProcess);
  if (!process?.result) return null;
  const { result, metadata, facts, origin } = process;
  const isRefused = result.status === 'PROCESSING_ERROR';
  return (
    <ApplicationLayout title={t('title')}>
      <Stack gap="large" narrow>
        <Panel title={<PageHeading takeFocus>{t('heading')}</PageHeading>}>
          <p>{t('ticket')}</p>
          <p className="sp-panel__number">{result.ticketNumber}</p>
        </Panel>
        <CopyButton text={result.ticketNumber} label={t('copyTicket')} />
        <DescriptionList
          items={[
            { key: 'service', term: t('facts.service'), value: metadata.title },
            { key: 'time', term: t('facts.time'), value: dayAndTime(result.submittedAt, locale) },
            { key: 'authority', term: t('facts.authority'), value: metadata.authority.name },
            ...(result.paymentAmount !== null
              ? [{ key: 'paid', term: t('facts.paid'), value: money(result.paymentAmount, locale) }]
              : []),
            {
              key: 'postbox',
              term: t('facts.postbox'),
              value: t(`facts.${postboxTexts[result.postbox]}`, { provider: result.postboxProvider }),
            },
            ...(result.mail && result.mail.state !== 'dropped'
              ? [
                  {
                    key: 'mail',
                    term: t('facts.mail'),
                    value: t(`facts.mails.${result.mail.state}`, { to: result.mail.to }),
                  },
                ]
              : []),
            { key: 'external', term: t(`externalId.${result.externalIdType}`), value: result.externalId },
          ]}
        />
        <Downloads
          processId={process.id}
          documents={result.documents}
          until={result.downloadsUntil}
          lang={result.documentsLang}
          anonymous={!facts.hasUser}
        />
        <ResultCourse result={result} authority={metadata.authority.name} />
        <Prose>
          <h2>{t('next.title')}</h2>
          {!isRefused && <p>{metadata.afterwards}</p>}
          {!isRefused && facts.notice === 'accepted' && facts.hasPostbox && (
            <>
              <p>{t('next.notice')}</p>
              <FourthDay />
            </>
          )}
          {!isRefused && facts.notice !== 'accepted' && facts.noticeAllowed && <p>{t('next.byPost')}</p>}
          {facts.hasUser && <p>{t('next.area')}</p>}
        </Prose>
        <Stack gap="small">
          <SectionHeading>{t('contact')}</SectionHeading>
          <AuthorityContact authority={metadata.authority} />
        </Stack>
        <FeedbackQuestion leiKaId={metadata.leiKaId} area={process.area.key} />
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
