import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { controlProps, Field, type FieldProps } from './field.tsx';
import { useHydrated } from './use-hydrated.ts';

/** An option below the field; `lang` is the language of its label where it is not that of the page. */
export type ComboboxOption = {
  key: string;
  label: string;
  lang?: string | undefined;
  note?: string | undefined;
};

type ComboboxProps = Omit<FieldProps, 'id'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'type' | 'enterKeyHint'> & {
    defaultValue?: string;
    /** The list below the field; empty while it is closed. */
    options: readonly ComboboxOption[];
    /** Position of the option that Enter takes; null while Enter submits the text. */
    active: number | null;
    listLabel: string;
    /** Message instead of the list, e.g. that nothing was found; while there are options, for screen readers only. */
    status: string | null;
    onType: (text: string) => void;
    onMove: (step: 1 | -1) => void;
    /** Called when the list is requested again, for the text in the field. */
    onOpen: (text: string) => void;
    onClose: () => void;
    /** Called when an option was taken; the returned text then fills the field. */
    onPick: (index: number) => string;
    /** Enter takes the only option. */
    takesOnlyOption?: boolean;
  };

/**
 * A text field with suggestions below it (ARIA Authoring Practices: editable combobox with list autocomplete). Arrows
 * move, Enter takes, Escape closes. Without scripts it is a plain field of its form. The browser keeps the text that
 * was typed before the script arrived.
 */
export function Combobox({ options, active, status, onType, onMove, onPick, ...props }: ComboboxProps) {
  const { label, hint, error, optional, defaultValue = '', onOpen, onClose } = props;
  const id = useId();
  const field = { id, label, hint, error, optional };
  const enhanced = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const shown = options.length > 0;
  useField(input, defaultValue, onType);

  function pick(index: number): void {
    const text = onPick(index);
    if (input.current) input.current.value = text;
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) event.preventDefault();
    if (!shown) {
      if (step === 1) onOpen(input.current?.value ?? '');
      // Also while the answer is awaited: what comes later must not cover the page.
      else if (event.key === 'Escape') onClose();
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (step !== 0) onMove(step);
    const taken = active ?? (props.takesOnlyOption && options.length === 1 ? 0 : null);
    if (event.key === 'Enter' && taken !== null) {
      event.preventDefault();
      pick(taken);
    }
  }
  const roles = enhanced && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': shown,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': shown && active !== null ? `${id}-${active}` : undefined,
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
          enterKeyHint={props.enterKeyHint}
          className="kern-form-input__input"
          defaultValue={defaultValue}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onInput={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={onClose}
        />
      </Field>
      {enhanced && (
        <>
          <OptionList id={id} label={props.listLabel} options={options} active={active} onPick={pick} />
          <p role="status" className={shown || status === null ? 'kern-sr-only' : 'sp-combobox__status'}>
            {status}
          </p>
        </>
      )}
    </div>
  );
}

function OptionList({
  id,
  label,
  options,
  active,
  onPick,
}: {
  id: string;
  label: string;
  options: readonly ComboboxOption[];
  active: number | null;
  onPick: (index: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = active === null ? undefined : list.current?.children[active];
    option?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      className="sp-combobox__list"
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      hidden={options.length === 0}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="sp-combobox__option"
          // The list closes on blur: pressing must not take the focus before the click is done.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
        >
          <span lang={option.lang}>{option.label}</span>
          {option.note && <span className="sp-combobox__note">{option.note}</span>}
        </div>
      ))}
    </div>
  );
}

/**
 * If the person was faster than the script, the field's content counts as typed. After that, a new default (another
 * page, another place) replaces it.
 */
function useField(
  input: RefObject<HTMLInputElement | null>,
  defaultValue: string,
  onType: (text: string) => void,
): void {
  const type = useRef(onType);
  type.current = onType;
  const isFirst = useRef(true);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    if (!isFirst.current) field.value = defaultValue;
    else if (field.value !== defaultValue && document.activeElement === field) type.current(field.value);
    isFirst.current = false;
  }, [input, defaultValue]);
}
