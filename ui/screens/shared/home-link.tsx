import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/kit/button.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/** The way to the start page, after an end. */
export function HomeLink() {
  const { t } = useTranslation('ending');
  return (
    <LinkButton variant="secondary" href={hrefOf.home(useLocale())} icon="home">
      {t('done.home')}
    </LinkButton>
  );
}
