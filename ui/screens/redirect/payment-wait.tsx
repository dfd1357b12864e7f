import { useTranslation } from 'react-i18next';
import { Loader } from '#ui/kit/loader.tsx';
import { TitledHeading } from '../shared/page-title.tsx';

/** The window that opens the payment provider's page as soon as its address is known. */
export function PaymentWait() {
  const { t } = useTranslation('redirect');
  return (
    <>
      <TitledHeading>{t('wait.title')}</TitledHeading>
      <Loader label={t('pleaseWait')} />
      <p>{t('wait.text')}</p>
    </>
  );
}
