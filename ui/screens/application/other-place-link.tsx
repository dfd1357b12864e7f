import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectPlaceMayChange, selectProcess } from '#machines/application/application.selectors.ts';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';

/** Link to the choice of another place for the application; nothing where the place cannot change any more. */
export function OtherPlaceLink() {
  const { t } = useTranslation('application');
  const locale = useLocale();
  const application = useApplication();
  const mayChange = useSelector(application, selectPlaceMayChange);
  const id = useSelector(application, (snapshot) => selectProcess(snapshot)?.id);
  if (!mayChange || id === undefined) return null;
  return (
    <p>
      <Link href={hrefOf.process(locale, id, 'welcome')}>{t('form.otherPlace')}</Link>
    </p>
  );
}
