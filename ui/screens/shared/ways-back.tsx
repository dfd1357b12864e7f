import { useTranslation } from 'react-i18next';
import { selectAccount } from '#machines/session/session.selectors.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { hrefOf } from './paths.ts';
import { useLocale, useSession } from './portal-context.tsx';
import { SentHere } from './sent-here.tsx';

/** The personal area in one tap, where the bar folds into the menu of a phone; without an account also what was sent. */
export function WaysBack() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const account = useSession(selectAccount);
  return (
    <>
      <a className="sp-shortcut" href={hrefOf.account(locale)} aria-label={t('account.area')}>
        <Icon name="account" />
      </a>
      {account === null && <SentHere />}
    </>
  );
}
