import { useTranslation } from 'react-i18next';
import { Actions } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { HomeLink, SearchLink } from '../shared/page-links.tsx';

/** A page that was opened without anything handed over. */
export function NoHandover() {
  const { t } = useTranslation('handover');
  return (
    <>
      <PageHeading takeFocus>{t('refused.title')}</PageHeading>
      <Lead>{t('refused.missing')}</Lead>
      <Actions>
        <SearchLink>{t('refused.search')}</SearchLink>
        <HomeLink />
      </Actions>
    </>
  );
}
