import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** End of a dialog: its main action, its quiet action, or closing by Escape or the close button. */
export type DialogOutcome = 'ok' | 'cancel' | 'dismiss';

export type DialogProps = {
  open: boolean;
  title: string;
  children: ReactNode;
  /** Label of the main action, e.g. "Entwurf löschen". */
  ok: string;
  /** Label of the quiet action; without it there is only one action. */
  cancel?: string;
  danger?: boolean;
  /** The main action is in progress. */
  busy?: boolean;
  /** The question must be answered: no close button, Escape does nothing. */
  binding?: boolean;
  onOutcome: (outcome: DialogOutcome) => void;
};

/** The browser's own modal dialog: the focus stays inside, returns on closing, and the page does not scroll. */
export function Dialog({
  open,
  title,
  children,
  ok,
  cancel,
  danger,
  busy,
  binding = false,
  onOutcome,
}: DialogProps) {
  const { t } = useTranslation('kit');
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    // The focus starts on the action that does no harm, not on the close button; where that is out of sight, people
    // would miss what it is about.
    const isInSight = element.scrollHeight <= element.clientHeight;
    element.querySelector<HTMLElement>(isInSight ? 'footer button' : 'h2')?.focus();
    return () => {
      element.close();
      // An element removed from the page together with its draft cannot get the focus back.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  // The element that had the focus may go with the contents that it has changed.
  useEffect(() => {
    if (open && title !== '' && document.activeElement === document.body) heading.current?.focus();
  }, [open, title]);
  return (
    <dialog
      ref={dialog}
      className="sp-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        if (!binding) onOutcome('dismiss');
      }}
    >
      {open && (
        <>
          <header className="sp-dialog__header">
            <h2 ref={heading} className="kern-title" id={`${id}-title`} tabIndex={-1}>
              {title}
            </h2>
            {!binding && (
              <button
                type="button"
                className="sp-close"
                aria-label={t('dialog.close')}
                onClick={() => onOutcome('dismiss')}
              >
                <Icon name="close" />
              </button>
            )}
          </header>
          <div className="sp-dialog__body" id={`${id}-text`}>
            {children}
          </div>
          <footer className="sp-dialog__footer">
            {cancel !== undefined && (
              <Button variant="secondary" onClick={() => onOutcome('cancel')}>
                {cancel}
              </Button>
            )}
            <Button danger={danger} busy={busy} onClick={() => onOutcome('ok')}>
              {ok}
            </Button>
          </footer>
        </>
      )}
    </dialog>
  );
}
