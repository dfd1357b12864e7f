import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { controlProps, Field, type FieldProps } from './field.tsx';
import { useHydrated } from './use-hydrated.ts';

export type ComboboxOption = { key: string; label: string; note?: string | undefined };

type ComboboxProps = Omit<FieldProps, 'id'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'type' | 'enterKeyHint' | 'inputMode'> & {
    defaultValue?: string;
    options: readonly ComboboxOption[];
    /** Name of the list of options. */
    listLabel: string;
    /** Said to ears when options have come, e.g. "4 places found". */
    count: string;
    /** Shown in the place of the list, e.g. that nothing was found. */
    note?: string | undefined;
    onType: (text: string) => void;
    /** An option was taken; what is returned stands in the field from then on. */
    onPick: (option: ComboboxOption) => string;
    /** Enter takes the only option there is; else Enter without a chosen option sends the form. */
    takesOnlyOption?: boolean;
  };

/**
 * A text field with suggestions beneath it (ARIA Authoring Practices: editable combobox with list
 * autocomplete). Arrows move, Enter takes, Escape closes. Without script it is a plain field of its form. The
 * browser keeps what was typed before the script was there.
 */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, optional, defaultValue = '', options, onType, onPick } = props;
  const id = useId();
  const field = { id, label, hint, error, optional };
  const enhanced = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && options.length > 0;

  // Somebody was quicker than the script.
  const type = useRef(onType);
  type.current = onType;
  useEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed === defaultValue || document.activeElement !== input.current) return;
    setOpen(true);
    type.current(typed);
  }, [defaultValue]);

  function pick(option: ComboboxOption): void {
    setOpen(false);
    const text = onPick(option);
    if (input.current) input.current.value = text;
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
    }
    if (!shown) {
      if (event.key === 'ArrowDown' && options.length > 0) setOpen(true);
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive(nextOf(active, step, options.length));
    }
    const taken = options[active] ?? (props.takesOnlyOption && options.length === 1 ? options[0] : undefined);
    if (event.key === 'Enter' && taken) {
      event.preventDefault();
      pick(taken);
    }
  }
  const roles = enhanced && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': shown,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': shown && active >= 0 ? `${id}-${active}` : undefined,
  };

  return (
    <div className="sp-combobox">
      <Field {...field}>
        <input
          {...controlProps(field)}
          {...roles}
          ref={input}
          name={props.name}
          type={props.type ?? 'text'}
          inputMode={props.inputMode}
          enterKeyHint={props.enterKeyHint}
          className="kern-form-input__input"
          defaultValue={defaultValue}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          onInput={(event) => {
            setOpen(true);
            setActive(-1);
            onType(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
      </Field>
      {enhanced && (
        <>
          <div
            className="sp-combobox__list"
            id={`${id}-list`}
            role="listbox"
            tabIndex={-1}
            aria-label={props.listLabel}
            hidden={!shown}
          >
            {options.map((option, index) => (
              <div
                key={option.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className="sp-combobox__option"
                // The list closes on blur: the press must not take the focus before the click is done.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(option)}
                onKeyDown={onKeyDown}
              >
                {option.label}
                {option.note && <span className="sp-combobox__note">{option.note}</span>}
              </div>
            ))}
          </div>
          <p
            role="status"
            className={classes('sp-combobox__status', !(open && props.note) && 'kern-sr-only')}
          >
            {open && (shown ? props.count : props.note)}
          </p>
        </>
      )}
    </div>
  );
}

/** The option that an arrow leads to; before the first and after the last stands the text itself (-1). */
function nextOf(active: number, step: number, length: number): number {
  const next = active + step;
  if (next < -1) return length - 1;
  return next >= length ? -1 : next;
}
