/** Values on the page, by name of the input. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
  return values;
}

/** Enters values again that a newly drawn page does not have yet. */
export function enter(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'radio')
      control.checked = values[control.name] === control.value;
    else if (
      (control instanceof HTMLInputElement && control.type !== 'file') ||
      control instanceof HTMLTextAreaElement
    )
      control.value = values[control.name] ?? control.value;
  }
}

/** Shows the questions that depend on another's answer, or hides them. */
export function showFurther(form: HTMLFormElement): void {
  const values = valuesOf(form);
  for (const further of form.querySelectorAll<HTMLElement>('[data-when]'))
    further.hidden = values[further.dataset.when ?? ''] !== further.dataset.is;
}

/** Puts the focus on an element, unless the person is outside of this frame. */
export function focusOn(id: string | null): void {
  if (id && document.hasFocus()) document.getElementById(id)?.focus();
}

/** Says something in an element that screen readers watch. */
export function say(selector: string, text: string): void {
  const place = document.querySelector(selector);
  if (place && place.textContent !== text) place.textContent = text;
}
