import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { field } from '../parts.ts';
import { texts } from '../texts.ts';
import { REASON_LENGTH, REASON_SHORTEST } from './repair-form.ts';

/** The field of a reason. */
export type ReasonField = {
  id: string;
  label: string;
  hint: string;
  /** Text that an operator has typed already, so that nobody types it twice. */
  typed?: string | undefined;
  /** Why that was not taken. */
  error?: string | null;
};

/** Asks for the reason of an act, in one line. */
export function reasonField({ id, label, hint, typed = '', error = null }: ReasonField): Html {
  const described = error === null ? `${id}-hint` : `${id}-error ${id}-hint`;
  return html`${field(
    id,
    label,
    html`<input class="kern-form-input__input sp-width-full" id="${id}" name="because" minlength="${String(REASON_SHORTEST)}" maxlength="${String(REASON_LENGTH)}" value="${typed}" required autocomplete="off"${error !== null && html` aria-invalid="true"`} aria-describedby="${described}">`,
    error,
  )}
    <p id="${id}-hint">${hint}</p>`;
}

/** Shows what an operator has typed for an act that is no longer offered, to be copied; nothing where that is empty. */
export const unsavedText = (typed: string, locale: Locale): Html | null =>
  typed.trim() === ''
    ? null
    : html`<p class="sp-measure">${texts[locale].case.typed}:</p><blockquote class="sp-measure"><p>${typed}</p></blockquote>`;
