import { useTranslation } from 'react-i18next';
import type { DraftView } from '#contract/personal-area.ts';
import { Alert } from '#ui/kit/alert.tsx';

/**
 * Says of the application that was just left, which the address names, that it is saved: the server lists it.
 * @param drafts the drafts as the server has them, once they have arrived
 */
export function SavedNote({ drafts }: { drafts: readonly DraftView[] }) {
  const { t } = useTranslation('account');
  const left = drafts.find(({ id }) => location.hash === `#${id}`);
  return (
    left && <Alert tone="success" title={t('drafts.saved', { service: left.serviceName })} live="polite" />
  );
}
