import { useTranslation } from 'react-i18next';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** A page that was opened without anything handed over. */
export function NoHandover() {
  const { t } = useTranslation('handover');
  const locale = useLocale();
  return (
    <>
      <PageHeading takeFocus>{t('refused.title')}</PageHeading>
      <Lead>{t('refused.missing')}</Lead>
      <Actions>
        <LinkButton href={hrefOf.search(locale)} icon="search">
          {t('refused.search')}
        </LinkButton>
        <LinkButton variant="secondary" href={hrefOf.home(locale)} icon="home">
          {t('refused.home')}
        </LinkButton>
      </Actions>
    </>
  );
}
