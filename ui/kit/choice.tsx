import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { controlProps, FieldMessages, type FieldProps, OptionalMark } from './field.tsx';
import { FieldGroup } from './field-group.tsx';
import type { Choice } from './text-input.tsx';

type GroupProps = FieldProps & {
  options: Choice[];
  /** Each choice as a card, for a few choices that need a line of explanation. */
  cards?: boolean;
  disabled?: boolean | undefined;
};

/** The first control has the id of the field, so that an error link leads to it. */
function optionId(id: string, index: number): string {
  return index === 0 ? id : `${id}-${index + 1}`;
}

function OptionHint({ id, hint }: { id: string; hint: string | undefined }) {
  return hint === undefined ? null : (
    <p className="kern-form-check__hint" id={`${id}-hint`}>
      {hint}
    </p>
  );
}

/** One of a few options, all visible at once. */
export function RadioGroup({
  value,
  onChange,
  options,
  cards = false,
  inline = false,
  disabled,
  name,
  ...field
}: GroupProps & {
  value: string;
  onChange: (value: string) => void;
  name?: string;
  /** Options in a row where there is room: for yes and no. */
  inline?: boolean;
}) {
  return (
    <FieldGroup {...field}>
      <div className={classes('sp-choices', cards && 'sp-choices--cards', inline && 'sp-choices--inline')}>
        {options.map((option, index) => {
          const id = optionId(field.id, index);
          return (
            <div className="kern-form-check" key={option.value}>
              <input
                type="radio"
                className={classes(
                  'kern-form-check__radio',
                  field.error !== undefined && 'kern-form-check__radio--error',
                )}
                id={id}
                name={name ?? field.id}
                value={option.value}
                checked={value === option.value}
                disabled={disabled}
                aria-describedby={option.hint === undefined ? undefined : `${id}-hint`}
                aria-invalid={field.error === undefined ? undefined : true}
                onChange={() => onChange(option.value)}
              />
              <label className="kern-label" htmlFor={id}>
                {option.label}
              </label>
              <OptionHint id={id} hint={option.hint} />
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}

/** Any number of a few options. */
export function CheckboxGroup({
  values,
  onChange,
  options,
  cards = false,
  disabled,
  ...field
}: GroupProps & {
  values: Readonly<Record<string, boolean>>;
  onChange: (option: string, checked: boolean) => void;
}) {
  return (
    <FieldGroup {...field}>
      <div className={classes('sp-choices', cards && 'sp-choices--cards')}>
        {options.map((option, index) => {
          const id = optionId(field.id, index);
          return (
            <CheckLine
              key={option.value}
              id={id}
              checked={values[option.value] === true}
              disabled={disabled}
              invalid={field.error !== undefined}
              describedBy={option.hint === undefined ? undefined : `${id}-hint`}
              onChange={(checked) => onChange(option.value, checked)}
              label={option.label}
            >
              <OptionHint id={id} hint={option.hint} />
            </CheckLine>
          );
        })}
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
export function Checkbox({ checked, onChange, disabled, ref, ...field }: CheckboxProps) {
  const { 'aria-describedby': describedBy } = controlProps(field);
  return (
    <div className={classes('sp-field', field.error !== undefined && 'sp-field--error')}>
      <FieldMessages id={field.id} error={field.error} />
      <CheckLine
        id={field.id}
        checked={checked}
        disabled={disabled}
        invalid={field.error !== undefined}
        describedBy={describedBy}
        onChange={onChange}
        inputRef={ref}
        label={
          <>
            {field.label}
            {field.optional && <OptionalMark />}
          </>
        }
      >
        {field.hint !== undefined && (
          <p className="kern-form-check__hint" id={`${field.id}-hint`}>
            {field.hint}
          </p>
        )}
      </CheckLine>
    </div>
  );
}

function CheckLine(props: {
  id: string;
  checked: boolean;
  disabled: boolean | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  label: ReactNode;
  onChange: (checked: boolean) => void;
  inputRef?: Ref<HTMLInputElement> | undefined;
  children: ReactNode;
}) {
  return (
    <div className="kern-form-check">
      <input
        ref={props.inputRef}
        type="checkbox"
        className={classes('kern-form-check__checkbox', props.invalid && 'kern-form-check__checkbox--error')}
        id={props.id}
        checked={props.checked}
        disabled={props.disabled}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <label className="kern-label" htmlFor={props.id}>
        {props.label}
      </label>
      {props.children}
    </div>
  );
}
