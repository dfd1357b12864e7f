import { useTranslation } from 'react-i18next';
import type { LoginView } from '#contract/auth.ts';
import { dayAndTime } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** A login in words that tell it from the others: "Firefox unter Windows, angemeldet seit 3. März 2026, 09:10". */
export function useLoginName(): (login: Pick<LoginView, 'device' | 'openedAt'>) => string {
  const { t } = useTranslation('account');
  const locale = useLocale();
  return ({ device: { browser, system }, openedAt }) => {
    const both = browser !== null && system !== null && t('logins.device', { browser, system });
    const device = both || browser || system || t('logins.unknownDevice');
    return t('logins.named', { device, time: dayAndTime(openedAt, locale) });
  };
}
