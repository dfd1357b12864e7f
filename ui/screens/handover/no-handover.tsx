import { useTranslation } from 'react-i18next';
import { Actions } from '#ui/kit/button.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { HomeLink, SearchLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';

/** A page that was opened without anything handed over. */
export function NoHandover() {
  const { t } = useTranslation('handover');
  return (
    <>
      <TitledHeading takeFocus>{t('refused.title')}</TitledHeading>
      <Lead>{t('refused.missing')}</Lead>
      <Actions>
        <SearchLink>{t('refused.search')}</SearchLink>
        <HomeLink />
      </Actions>
    </>
  );
}
