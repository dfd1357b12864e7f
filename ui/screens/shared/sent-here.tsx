import { useTranslation } from 'react-i18next';
import { selectSentHere } from '#machines/session/session.selectors.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from './paths.ts';
import { useLocale, useSession } from './portal-context.tsx';

/** The way back to the application that this session has sent last, without an account; nothing without one. */
export function SentHere() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const [last] = useSession(selectSentHere);
  return (
    last && (
      <Link quiet href={hrefOf.process(locale, last.id)}>
        <Icon name="document" />
        {t('account.sentHere')}
      </Link>
    )
  );
}
