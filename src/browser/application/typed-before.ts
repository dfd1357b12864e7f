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
 * Hands over what was typed, ticked and chosen on a page of the service before its script took it up: the form
 * learns of it as if it had been done just now. To be called once the fields have been taken up.
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
 * React remembers the value that a control had when it took it up and takes no notice of an event that brings
 * the same. It learns of the value it rendered by the control's own setter, of what was typed by that of the
 * class, which goes past it.
 */
function typeAgain(control: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = control;
  control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
