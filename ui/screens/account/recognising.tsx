import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSessionIsUnreachable } from '#machines/session/session.selectors.ts';
import { Skeleton } from '#ui/kit/loader.tsx';
import { useSession } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';

/** Until it is known who is here; when the service does not answer, it is asked again by itself. */
export function Recognising() {
  const { t } = useTranslation('account');
  const unreachable = useSession(selectSessionIsUnreachable);
  // The message stays while the service is asked again, or it would come and go.
  const [wasUnreachable, setWasUnreachable] = useState(false);
  useEffect(() => {
    if (unreachable) setWasUnreachable(true);
  }, [unreachable]);
  return wasUnreachable ? (
    <ProblemAlert problem={{ code: 'network' }} title={t('failed')} safe={t('askedAgain')} />
  ) : (
    <Skeleton size="page" />
  );
}
