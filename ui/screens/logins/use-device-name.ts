import { useTranslation } from 'react-i18next';
import type { Device } from '#contract/auth.ts';

/** A device in words, e.g. "Firefox unter Windows". */
export function useDeviceName(): (device: Device) => string {
  const { t } = useTranslation('account');
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('logins.device', { browser, system });
    return browser ?? system ?? t('logins.unknownDevice');
  };
}
