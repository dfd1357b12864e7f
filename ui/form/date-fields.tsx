import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { germanDay } from '#domain/german-time.ts';
import { languageTag } from '#domain/locale.ts';
import { firstAppointment } from '#forms/rules/date-checks.ts';
import { exampleDay, formatDay, parseDay } from '#forms/rules/day.ts';
import { plainTime } from '#forms/rules/time-and-address.ts';
import type { DayParts } from '#forms/rules/typed-day.ts';
import type { ComponentOf } from '#forms/types.ts';
import { classes } from '#ui/kit/classes.ts';
import { DayInput } from '#ui/kit/day-input.tsx';
import type { FieldProps } from '#ui/kit/field.tsx';
import { formatMoment, parseMoment } from './berlin-time.ts';
import { typedDay } from './error-text.ts';
import { asText, type FieldViewProps, useFieldProps } from './field-props.ts';
import { useFormLocale, useFormStore } from './use-form.ts';

/**
 * Keeps the input as typed ("03", a lone "0") as long as it means the value in the store; another value of the store (a
 * prefill, a newer draft) replaces it.
 */
function useTyped<T>(value: string, format: (typed: T) => string, parse: (value: string) => T) {
  const [typed, setTyped] = useState<T>();
  const shown = typed !== undefined && format(typed) === value ? typed : parse(value);
  return [shown, setTyped] as const;
}

/**
 * The hint of a date: what the form says, or a day that the field accepts, as people type it. A field with opening
 * hours, which no example can explain, names them and the first day that is possible.
 */
function useHint(component: ComponentOf<'day' | 'datetime'>, said: FieldProps['hint']): FieldProps['hint'] {
  const { t } = useTranslation('form');
  const locale = useFormLocale();
  const today = germanDay(new Date());
  const { openingHours, office } = component.properties ?? {};
  if (openingHours !== undefined) {
    const first = office && firstAppointment(component, today);
    if (first === undefined) return said;
    const open = t('day.open', {
      hours: office?.text,
      date: new Date(`${first}T12:00:00`),
      locale: languageTag[locale],
    });
    return said === undefined ? open : `${open} ${said}`;
  }
  const example = exampleDay(component, today);
  const isTimed = component.type === 'datetime' && component.enableTime;
  return said ?? (example && t(isTimed ? 'datetime.hint' : 'day.hint', { example: typedDay(example) }));
}

/** day */
export function DayField({ component, path }: FieldViewProps<ComponentOf<'day'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  const hint = useHint(component, field.hint);
  const [shown, setTyped] = useTyped<DayParts>(asText(state.value), formatDay, parseDay);
  return (
    <DayInput
      {...field}
      hint={hint}
      readOnly={locked}
      birthday={component.properties?.autocomplete === 'bday'}
      value={shown}
      onChange={(parts) => {
        setTyped(parts);
        store.change(path, formatDay(parts));
      }}
    />
  );
}

/**
 * datetime: the same three inputs plus one for the time, in German local time. The time is a text: a browser shows an
 * input for times in its own language, with AM and PM on a German page.
 */
export function DatetimeField({ component, path }: FieldViewProps<ComponentOf<'datetime'>>) {
  const store = useFormStore();
  const { t } = useTranslation('form');
  const { field, state, locked } = useFieldProps(component, path);
  const hint = useHint(component, field.hint);
  const [shown, setTyped] = useTyped(
    asText(state.value),
    (moment: ReturnType<typeof parseMoment>) => formatMoment(moment, component.enableTime),
    (value) => parseMoment(value, component.enableTime),
  );
  const change = (part: Partial<typeof shown>) => {
    const next = { ...shown, ...part };
    setTyped(next);
    store.change(path, formatMoment(next, component.enableTime));
  };
  /** "8 Uhr" appears as 08:00 once the person leaves. */
  const tidy = () => {
    const plain = plainTime(shown.time);
    if (plain !== undefined && plain !== shown.time) change({ time: plain });
  };
  return (
    <DayInput {...field} hint={hint} readOnly={locked} value={shown} onChange={change}>
      {component.enableTime && (
        <div className="sp-day__part">
          <label className="kern-label" htmlFor={`${field.id}-time`}>
            {t('datetime.time')}
          </label>
          <input
            id={`${field.id}-time`}
            inputMode="text"
            autoComplete="off"
            className={classes(
              'kern-form-input__input',
              'sp-width-10',
              field.error !== undefined && 'kern-form-input__input--error',
            )}
            readOnly={locked}
            value={shown.time}
            aria-invalid={field.error === undefined ? undefined : true}
            onChange={(event) => change({ time: event.currentTarget.value })}
            onBlur={locked ? undefined : tidy}
          />
        </div>
      )}
    </DayInput>
  );
}
