import { useTranslation } from 'react-i18next';
import { Actions } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { HomeLink } from '../shared/page-links.tsx';
import { CloseButton } from './close-button.tsx';

/** The end of a window in which nothing is left to do. */
export function MayClose() {
  const { t } = useTranslation('redirect');
  return (
    <>
      <PageHeading>{t('close.title')}</PageHeading>
      <Lead>{t('close.text')}</Lead>
      <Actions>
        <CloseButton />
        <HomeLink />
      </Actions>
    </>
  );
}
