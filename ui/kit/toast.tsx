import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

export type Toast = { id: string; type: 'info' | 'error'; text: string };

/**
 * Short messages at the lower edge. The region is always on the page, or a screen reader would miss the
 * first message. A message stays until it is confirmed.
 */
export function ToastRegion({
  toasts,
  onConfirm,
}: {
  toasts: readonly Toast[];
  onConfirm: (id: string) => void;
}) {
  const { t } = useTranslation('kit');
  return (
    <section className="sp-toasts" aria-label={t('toast.region')} aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={classes('sp-toast', toast.type === 'error' && 'sp-toast--error')}>
          <Icon name={toast.type === 'error' ? 'danger' : 'info'} />
          <p>{toast.text}</p>
          <button type="button" className="sp-toast__confirm" onClick={() => onConfirm(toast.id)}>
            {t('toast.confirm')}
          </button>
        </div>
      ))}
    </section>
  );
}
