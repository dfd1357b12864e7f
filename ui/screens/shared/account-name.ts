import { useTranslation } from 'react-i18next';
import type { SessionUser } from '#contract/auth.ts';

/** Names the logged-in person, to insert into a text: the person, and the company that they act for. */
export function useAccountName(): (account: Pick<SessionUser, 'name' | 'company'>) => string {
  const { t } = useTranslation('common');
  return ({ name, company }) => (company === undefined ? name : t('account.acting', { name, company }));
}
