import { useTranslation } from 'react-i18next';

/** Files that must arrive before the form continues automatically; sizes in bytes. */
export function AwaitedFiles({ count, loaded, size }: { count: number; loaded: number; size: number }) {
  const { t } = useTranslation('application');
  const text = t('form.awaited', { count });
  return (
    <div className="sp-awaited">
      <p role="status">{text}</p>
      <progress value={Math.min(loaded, size)} max={size} aria-label={t('form.uploading')} />
    </div>
  );
}
