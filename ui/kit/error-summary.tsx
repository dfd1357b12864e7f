import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** One thing to correct: the words shown at the field and the id of its control. */
export type SummaryError = {
  fieldId: string;
  text: string;
  /** Brings the field onto the screen first if it is not there. */
  open?: (() => void) | undefined;
};

/**
 * All errors of a page, at its top. Takes the focus when it appears and whenever `attempt` grows (another attempt to
 * continue); each line leads to its field.
 */
export function ErrorSummary({ errors, attempt = 0 }: { errors: readonly SummaryError[]; attempt?: number }) {
  const { t } = useTranslation('kit');
  const box = useRef<HTMLElement>(null);
  const shown = errors.length > 0;
  useEffect(() => {
    if (shown && attempt >= 0) box.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <section ref={box} className="sp-error-summary" tabIndex={-1} aria-labelledby="error-summary-title">
      {/* Translators of browsers replace texts: a new element replaces theirs. */}
      <h2 key={errors.length} id="error-summary-title">
        <Icon name="danger" size="large" />
        {t('errors.title', { count: errors.length })}
      </h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.fieldId} ${error.text}`}>
            <a href={`#${error.fieldId}`} onClick={(event) => lead(event, error)}>
              {error.text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Leads to the field without changing the address: the router would take a hash for a navigation. */
function lead(event: MouseEvent, { fieldId, open }: SummaryError): void {
  if (open) {
    event.preventDefault();
    open();
    return;
  }
  if (leadTo(fieldId)) event.preventDefault();
}

/**
 * Scrolls a field with its label into view and gives it the focus.
 * @returns false when it is not on the screen
 */
export function leadTo(fieldId: string): boolean {
  const field = document.getElementById(fieldId);
  if (!field) return false;
  const whole = field.closest('.sp-field') ?? field;
  whole.scrollIntoView({ block: 'start' });
  field.focus({ preventScroll: true });
  return true;
}
