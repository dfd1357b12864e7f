import { useTranslation } from 'react-i18next';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Loader } from '#ui/kit/loader.tsx';

/** The window that opens the payment provider's page as soon as its address is known. */
export function PaymentWait() {
  const { t } = useTranslation('redirect');
  return (
    <>
      <PageHeading>{t('wait.title')}</PageHeading>
      <Loader label={t('pleaseWait')} />
      <p>{t('wait.text')}</p>
    </>
  );
}
