import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { controlProps, Field, type FieldProps } from './field.tsx';

const WIDTHS = {
  2: 'sp-width-2',
  4: 'sp-width-4',
  10: 'sp-width-10',
  20: 'sp-width-20',
  full: 'sp-width-full',
} as const;
/** Width with room for about this many characters: it shows the expected length. */
export type Width = keyof typeof WIDTHS;

type Own = FieldProps & { width?: Width };
type Without = 'id' | 'width' | 'className' | 'value' | 'onChange';
export type TextInputProps = Own &
  Omit<InputHTMLAttributes<HTMLInputElement>, Without> & {
    value: string;
    onChange: (value: string) => void;
    /** Unit after the input, e.g. "€", read as part of its description. */
    unit?: string | undefined;
    ref?: Ref<HTMLInputElement>;
  };

/** Parts the properties of a field from those of its control. */
function parted<Props extends Own>(props: Props) {
  const { id, label, hint, error, optional, width = 'full', ...control } = props;
  return { field: { id, label, hint, error, optional }, width, control };
}

function inputClass(error: string | undefined, width: Width): string {
  return classes(
    'kern-form-input__input',
    error !== undefined && 'kern-form-input__input--error',
    WIDTHS[width],
  );
}

/** One line of text. */
export function TextInput(props: TextInputProps) {
  const { field, width, control } = parted(props);
  const { unit, onChange, type = 'text', ...rest } = control;
  const unitId = `${field.id}-unit`;
  const input = (
    <input
      {...rest}
      {...controlProps(field, unit !== undefined && unitId)}
      type={type}
      className={inputClass(field.error, width)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return (
    <Field {...field}>
      {unit === undefined ? (
        input
      ) : (
        <div className="sp-affix">
          {input}
          <span className="sp-affix__unit" id={unitId}>
            {unit}
          </span>
        </div>
      )}
    </Field>
  );
}

export type TextAreaProps = Own &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Without | 'maxLength'> & {
    value: string;
    onChange: (value: string) => void;
    /** Limit from which the field counts down. More can be typed: pasted text is never cut off unnoticed. */
    maxLength?: number | undefined;
  };

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { field, width, control } = parted(props);
  const { maxLength, onChange, rows = 5, ...rest } = control;
  const leftId = `${field.id}-left`;
  return (
    <Field {...field}>
      <textarea
        {...rest}
        {...controlProps(field, maxLength !== undefined && leftId)}
        rows={rows}
        className={inputClass(field.error, width)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {maxLength !== undefined && <CharactersLeft id={leftId} left={maxLength - [...props.value].length} />}
    </Field>
  );
}

/** The number of characters that are left, visible at once and announced only near the limit. */
function CharactersLeft({ id, left }: { id: string; left: number }) {
  const { t } = useTranslation('kit');
  const text =
    left < 0 ? t('field.charactersOver', { count: -left }) : t('field.charactersLeft', { count: left });
  return (
    <p
      id={id}
      className={classes('sp-characters', left < 0 && 'sp-characters--over')}
      aria-live={left <= 20 ? 'polite' : 'off'}
    >
      {text}
    </p>
  );
}

export type Choice = { value: string; label: string; hint?: string };
export type SelectProps = Own &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, Without> & {
    /** Value of the chosen option; '' when nothing is chosen. */
    value: string;
    onChange: (value: string) => void;
    options: Choice[];
    ref?: Ref<HTMLSelectElement>;
  };

/** One of many options, as the browser's own list: it works with every keyboard, phone and screen reader. */
export function Select(props: SelectProps) {
  const { t } = useTranslation('kit');
  const { field, width, control } = parted(props);
  const { options, onChange, ...rest } = control;
  return (
    <Field {...field}>
      <div className={classes('kern-form-input__select-wrapper', WIDTHS[width])}>
        <select
          {...rest}
          {...controlProps(field)}
          className={classes(
            'kern-form-input__select',
            field.error !== undefined && 'kern-form-input__select--error',
          )}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{t('field.choose')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </Field>
  );
}
