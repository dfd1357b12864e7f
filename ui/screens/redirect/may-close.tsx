import { useTranslation } from 'react-i18next';
import { Actions } from '#ui/kit/button.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { HomeLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { CloseButton } from './close-button.tsx';

/** The end of a window in which nothing is left to do. */
export function MayClose() {
  const { t } = useTranslation('redirect');
  return (
    <>
      <TitledHeading>{t('close.title')}</TitledHeading>
      <Lead>{t('close.text')}</Lead>
      <Actions>
        <CloseButton />
        <HomeLink />
      </Actions>
    </>
  );
}
