import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The title of the window: screen and portal name (spec section 2). */
export function usePageTitle(title: string): void {
  const { t } = useTranslation('common');
  const whole = `${title} – ${t('portal.name')}`;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
