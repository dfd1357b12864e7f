type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

const wasTouched = (control: Control): boolean => {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  }
  return control.value !== control.defaultValue;
};

/**
 * Hands over text, ticks and choices that a person has entered on a server-rendered page before hydration: the form
 * receives them as if they had just been entered. Call it once the fields are hydrated.
 */
export function handOverTyped(container: HTMLElement): void {
  const controls = container.querySelectorAll<Control>('input:not([type="file"]), textarea, select');
  const touched = [...controls].filter(wasTouched);
  const ticked = touched.filter(isTick).filter(({ type, checked }) => type === 'checkbox' || checked);
  for (const control of touched) if (isTick(control)) control.checked = control.defaultChecked;
  for (const control of ticked) control.click();
  for (const control of touched) {
    if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }));
    else if (!isTick(control)) typeAgain(control);
  }
}

/**
 * Sets a value so that React notices it. React remembers the value that a control had at hydration and ignores an event
 * with the same value. It tracks the value it rendered through the control's own setter; this function uses the setter
 * of the class, which bypasses it.
 */
function typeAgain(control: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = control;
  control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
