import { useTranslation } from 'react-i18next';
import { selectSessionIsUnreachable } from '#machines/session/session.selectors.ts';
import { Skeleton } from '#ui/kit/loader.tsx';
import { useSession } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';

/** The page until the viewer is known; when the server does not answer, the request is repeated automatically. */
export function Recognising() {
  const { t } = useTranslation('account');
  return useSession(selectSessionIsUnreachable) ? (
    <ProblemAlert problem={{ code: 'network' }} title={t('failed')} safe={t('askedAgain')} />
  ) : (
    <Skeleton size="page" />
  );
}
