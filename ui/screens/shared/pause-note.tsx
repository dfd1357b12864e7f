import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Interrupted } from '#domain/interruption.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { usePause } from './interruptions.ts';

/**
 * Says that operators have paused something, in their words, at the place where it matters; nothing while it goes on.
 * @param children what is safe and what else the person can do
 */
export function PauseNote({
  what,
  headingLevel,
  children,
}: {
  what: Interrupted;
  headingLevel?: 2 | 3;
  children?: ReactNode;
}) {
  const { t } = useTranslation('common');
  const sentence = usePause(what);
  if (sentence === null) return null;
  return (
    <Alert tone="warning" title={t('paused')} headingLevel={headingLevel}>
      <p>{sentence}</p>
      {children}
    </Alert>
  );
}
