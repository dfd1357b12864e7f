import { useTranslation } from 'react-i18next';
import { selectAccount, selectSentHere } from '#machines/session/session.selectors.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { hrefOf } from './paths.ts';
import { useLocale, useSession } from './portal-context.tsx';

/** The personal area in one tap on phones, beside the folded menu; nothing for people who have nothing there. */
export function AccountShortcut() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const has = useSession(
    (snapshot) => selectAccount(snapshot) !== null || selectSentHere(snapshot).length > 0,
  );
  return (
    has && (
      <a className="sp-shortcut" href={hrefOf.account(locale)}>
        <Icon name="account" />
        <VisuallyHidden>{t('account.area')}</VisuallyHidden>
      </a>
    )
  );
}
