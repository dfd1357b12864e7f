import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/kit/alert.tsx';

/**
 * Says that operators have paused something, in their words, at the place where it matters; nothing while it goes on.
 * @param sentence of usePause
 * @param children what is safe and what else the person can do
 */
export function PauseNote({ sentence, children }: { sentence: string | undefined; children?: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    sentence && (
      <Alert tone="warning" title={t('paused')}>
        <p>{sentence}</p>
        {children}
      </Alert>
    )
  );
}
