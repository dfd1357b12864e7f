import { useTranslation } from 'react-i18next';
import type { NotificationType } from '#machines/notifications/notifications.types.ts';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

/** Looks of the kinds of messages. */
const LOOKS = {
  info: { icon: 'info', className: '' },
  error: { icon: 'danger', className: 'sp-toast--error' },
} as const satisfies Record<NotificationType, { icon: IconName; className: string }>;

export type Toast = { id: string; type: NotificationType; text: string };

/**
 * Short messages at the lower edge. The live region is always on the page, or a screen reader would miss the first
 * message; its visible part appears with the first and disappears after the last message.
 * @param onAttention pointer or focus have entered the messages, or left them
 */
export function ToastRegion({
  present,
  toasts,
  onConfirm,
  onAttention,
}: {
  present: boolean;
  toasts: readonly Toast[];
  onConfirm: (id: string) => void;
  onAttention?: (given: boolean) => void;
}) {
  const { t } = useTranslation('kit');
  return (
    <section
      className={present ? 'sp-toasts' : undefined}
      aria-label={t('toast.region')}
      aria-live="polite"
      onPointerEnter={() => onAttention?.(true)}
      onPointerLeave={() => onAttention?.(false)}
      onFocus={() => onAttention?.(true)}
      onBlur={() => onAttention?.(false)}
    >
      {toasts.map((toast) => (
        <div key={toast.id} className={classes('sp-toast', LOOKS[toast.type].className)}>
          <Icon name={LOOKS[toast.type].icon} />
          <p>{toast.text}</p>
          <button
            type="button"
            className="sp-toast__confirm"
            onClick={({ currentTarget }) => {
              keepFocus(currentTarget);
              onConfirm(toast.id);
            }}
          >
            {t('toast.confirm')}
          </button>
        </div>
      ))}
    </section>
  );
}

/**
 * Moves the focus to another message when one disappears with its button. A focus lost with the button would leave the
 * messages without anybody noticing.
 */
function keepFocus(button: HTMLButtonElement): void {
  if (document.activeElement !== button) return;
  const toast = button.parentElement;
  const next = toast?.nextElementSibling ?? toast?.previousElementSibling;
  next?.querySelector('button')?.focus();
}
