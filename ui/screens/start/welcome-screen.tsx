import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectProcess } from '#machines/application/application.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { day } from '../shared/format.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** The first page: for which place, who receives it, what happens to the input. */
export function WelcomeScreen() {
  const { t } = useTranslation('start');
  const application = useApplication();
  const locale = useLocale();
  const process = useSelector(application, selectProcess);
  if (!process) return null;
  const { metadata, area, availableUntil, facts } = process;
  return (
    <ApplicationLayout title={t('welcome.title')}>
      <Stack narrow>
        <PageHeading caption={metadata.title} takeFocus>
          {t('welcome.heading', { area: area.name })}
        </PageHeading>
        <Prose>
          <p>{t('welcome.text', { authority: metadata.authority.name })}</p>
          <p>
            {t('welcome.otherPlace')}{' '}
            <Link href={hrefOf.service(locale, metadata.leiKaId)}>{t('welcome.changePlace')}</Link>
          </p>
        </Prose>
        {facts.hasUser ? (
          <Alert title={t('welcome.saved.title')}>
            <p>{t('welcome.saved.text', { date: day(availableUntil, locale) })}</p>
          </Alert>
        ) : (
          <Alert tone="warning" title={t('welcome.notSaved.title')}>
            <p>{t('welcome.notSaved.text')}</p>
          </Alert>
        )}
        <SectionHeading>{t('welcome.authority')}</SectionHeading>
        <AuthorityContact authority={metadata.authority} isShort />
        <Actions>
          <Button icon="arrow-forward" iconAtEnd onClick={() => application.send({ type: 'welcome.read' })}>
            {t('welcome.next')}
          </Button>
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
