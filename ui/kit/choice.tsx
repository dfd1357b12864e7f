import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { controlProps, FieldMessages, type FieldProps, OptionalMark } from './field.tsx';
import { FieldGroup } from './field-group.tsx';
import type { Choice } from './text-input.tsx';

type GroupProps = FieldProps & { options: Choice[]; disabled?: boolean | undefined };

/** The first control has the id of the field, so that an error link leads to it. */
function optionId(id: string, index: number): string {
  return index === 0 ? id : `${id}-${index + 1}`;
}

/** One of a few options, all visible at once. */
export function RadioGroup({
  value,
  onChange,
  options,
  cards = false,
  inline = false,
  disabled,
  ...field
}: GroupProps & {
  value: string;
  onChange: (value: string) => void;
  /** Each choice as a card, for a few choices that need a line of explanation. */
  cards?: boolean;
  /** Options in a row where there is room: for yes and no. */
  inline?: boolean;
}) {
  return (
    <FieldGroup {...field}>
      <div className={classes('sp-choices', cards && 'sp-choices--cards', inline && 'sp-choices--inline')}>
        {options.map((option, index) => (
          <CheckLine
            key={option.value}
            type="radio"
            id={optionId(field.id, index)}
            name={field.id}
            value={option.value}
            checked={value === option.value}
            disabled={disabled}
            invalid={field.error !== undefined}
            onChange={() => onChange(option.value)}
            label={option.label}
            hint={option.hint}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** Any number of a few options. */
export function CheckboxGroup({
  values,
  onChange,
  options,
  disabled,
  ...field
}: GroupProps & {
  values: Readonly<Record<string, boolean>>;
  onChange: (option: string, checked: boolean) => void;
}) {
  return (
    <FieldGroup {...field}>
      <div className="sp-choices">
        {options.map((option, index) => (
          <CheckLine
            key={option.value}
            type="checkbox"
            id={optionId(field.id, index)}
            checked={values[option.value] === true}
            disabled={disabled}
            invalid={field.error !== undefined}
            onChange={(checked) => onChange(option.value, checked)}
            label={option.label}
            hint={option.hint}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

type CheckboxProps = FieldProps & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** One statement to agree to or not; its label is the sentence agreed to. */
export function Checkbox({ label, hint, error, optional, ...control }: CheckboxProps) {
  const { 'aria-describedby': describedBy } = controlProps({ id: control.id, label, hint, error });
  return (
    <div className={classes('sp-field', error !== undefined && 'sp-field--error')}>
      <FieldMessages id={control.id} error={error} />
      <CheckLine
        {...control}
        type="checkbox"
        invalid={error !== undefined}
        describedBy={describedBy}
        label={
          <>
            {label}
            {optional && <OptionalMark />}
          </>
        }
        hint={hint}
      />
    </div>
  );
}

/** Class names of the controls, written out in full so that the reduced style sheet finds every class. */
const CONTROLS = {
  radio: ['kern-form-check__radio', 'kern-form-check__radio--error'],
  checkbox: ['kern-form-check__checkbox', 'kern-form-check__checkbox--error'],
} as const;

type CheckLineProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'value' | 'checked' | 'disabled'
> & {
  type: keyof typeof CONTROLS;
  id: string;
  invalid: boolean;
  describedBy?: string | undefined;
  label: ReactNode;
  hint: ReactNode;
  onChange: (checked: boolean) => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** One control with its label beside it, and its hint below that. */
function CheckLine({ type, id, invalid, describedBy, label, hint, onChange, ...input }: CheckLineProps) {
  const [plain, wrong] = CONTROLS[type];
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="kern-form-check">
      <input
        {...input}
        type={type}
        className={classes(plain, invalid && wrong)}
        id={id}
        aria-describedby={describedBy ?? hintId}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label className="kern-label" htmlFor={id}>
        {label}
      </label>
      {hintId !== undefined && (
        <p className="kern-form-check__hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
