import { useTranslation } from 'react-i18next';
import { EmailLink, PhoneLink } from './authority-contact.tsx';
import { useTheme } from './settings-context.tsx';

/** The contact of the customer service that a text refers to. */
export function CustomerService() {
  const { t } = useTranslation('common');
  const { phoneNumber, email } = useTheme().customerService;
  return (
    <p className="sp-reach">
      {t('customerService.phone')} <PhoneLink number={phoneNumber} />
      <br />
      {t('customerService.email')} <EmailLink email={email} />
    </p>
  );
}
