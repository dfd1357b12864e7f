import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type DayParts, plainParts, shortDate, wholeDate } from '#forms/rules/typed-day.ts';
import { classes } from './classes.ts';
import type { FieldProps } from './field.tsx';
import { FieldGroup } from './field-group.tsx';

const PARTS = ['day', 'month', 'year'] as const;

export type DayInputProps = FieldProps & {
  value: DayParts;
  onChange: (value: DayParts) => void;
  readOnly?: boolean | undefined;
  /** The field is a date of birth: the browser may autofill it. */
  birthday?: boolean;
  /** A further control in the same row, e.g. the time. */
  children?: ReactNode;
};

/** A date that people know by heart, in three inputs. A whole date pasted into one of them fills all three. */
export function DayInput({ value, onChange, readOnly, birthday = false, children, ...field }: DayInputProps) {
  const { t } = useTranslation('kit');
  const change = (part: (typeof PARTS)[number], text: string) => {
    onChange(wholeDate(text) ?? { ...value, [part]: text.trim() });
  };
  /**
   * Puts a date with a short year, and the name of a month, in their places once the person leaves: a narrow input shows
   * neither.
   */
  const tidy = () => {
    const isAlone = value.month === '' && value.year === '';
    const plain = (isAlone && shortDate(value.day)) || plainParts(value);
    if (PARTS.some((part) => plain[part] !== value[part])) onChange(plain);
  };
  return (
    <FieldGroup {...field}>
      <div className="sp-day">
        {PARTS.map((part) => (
          <div className="sp-day__part" key={part}>
            <label className="kern-label" htmlFor={part === 'day' ? field.id : `${field.id}-${part}`}>
              {t(`day.${part}`)}
            </label>
            <input
              id={part === 'day' ? field.id : `${field.id}-${part}`}
              className={classes(
                'kern-form-input__input',
                part === 'year' ? 'sp-width-4' : 'sp-width-2',
                field.error !== undefined && 'kern-form-input__input--error',
              )}
              inputMode="numeric"
              autoComplete={birthday ? `bday-${part}` : 'off'}
              readOnly={readOnly}
              value={value[part]}
              aria-invalid={field.error === undefined ? undefined : true}
              onChange={(event) => change(part, event.currentTarget.value)}
              onBlur={readOnly ? undefined : tidy}
              onKeyDown={readOnly ? undefined : ({ key }) => key === 'Enter' && tidy()}
            />
          </div>
        ))}
        {children}
      </div>
    </FieldGroup>
  );
}
