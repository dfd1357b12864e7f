import { useTranslation } from 'react-i18next';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { CloseButton } from './close-button.tsx';

/** The end of a window in which nothing is left to do. */
export function MayClose() {
  const { t } = useTranslation('redirect');
  const locale = useLocale();
  return (
    <>
      <PageHeading>{t('close.title')}</PageHeading>
      <Lead>{t('close.text')}</Lead>
      <Actions>
        <CloseButton />
        <LinkButton variant="secondary" href={hrefOf.home(locale)} icon="home">
          {t('home')}
        </LinkButton>
      </Actions>
    </>
  );
}
