import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/kit/alert.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';

/**
 * Names the deleted draft, and takes the focus: the button that had it disappeared with the draft.
 * @param service name of the service; null when none was deleted
 */
export function DeletedNote({ service }: { service: string | null }) {
  const { t } = useTranslation('account');
  const note = useFocus<HTMLDivElement>(service);
  if (service === null) return null;
  return (
    <div ref={note} tabIndex={-1} className="sp-measure">
      <Alert tone="success" title={t('deleted', { service })} />
    </div>
  );
}
