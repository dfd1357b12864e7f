import { dequal } from 'dequal/lite';
import { useCallback, useState } from 'react';
import { namesFrom } from '#forms/names-from.ts';
import type { TextCheck } from '#forms/rules/check-names.ts';
import { shownText } from '#forms/rules/text-checks.ts';
import type { ComponentOf } from '#forms/types.ts';
import { NumberInput, type NumberValue } from '#ui/kit/number-input.tsx';
import { Select, TextArea, TextInput, type Width } from '#ui/kit/text-input.tsx';
import { asText, type FieldViewProps, useFieldProps } from './field-props.ts';
import type { FormView } from './store.ts';
import { useFormStore, useFormView } from './use-form.ts';

const TYPES = { textfield: 'text', email: 'email', phoneNumber: 'tel' } as const;

/** The fields textfield, email, phoneNumber. */
export function TextField({
  component,
  path,
}: FieldViewProps<ComponentOf<'textfield' | 'email' | 'phoneNumber'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  const [typed, setTyped] = useState<string>();
  const value = asText(state.value);
  return (
    <TextInput
      {...field}
      type={TYPES[component.type]}
      width={component.type === 'phoneNumber' ? 20 : widthFor(component)}
      autoComplete={component.properties?.autocomplete}
      inputMode={DIGITS.has(component.properties?.check ?? '') ? 'numeric' : undefined}
      spellCheck={component.type === 'textfield' ? undefined : false}
      readOnly={locked}
      // The usual spelling appears once the person leaves: "DE89 3704 …" for "de893704…".
      value={typed === value ? typed : shownText(component, value)}
      onChange={(text) => {
        setTyped(text);
        store.change(path, text);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** A textfield whose answer is one of the names entered before; a plain input while there is none. */
export function NameField({ component, path }: FieldViewProps<ComponentOf<'textfield'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  const list = component.properties?.namesFrom ?? '';
  const names = useFormView(
    useCallback((view: FormView) => namesFrom(list, view.evaluation.data), [list]),
    dequal,
  );
  if (names.length === 0) return <TextField component={component} path={path} />;
  return (
    <Select
      {...field}
      disabled={locked}
      options={names.map((name) => ({ value: name, label: name }))}
      value={asText(state.value)}
      onChange={(value) => store.change(path, value)}
    />
  );
}

/** The field textarea. */
export function TextAreaField({ component, path }: FieldViewProps<ComponentOf<'textarea'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  return (
    <TextArea
      {...field}
      rows={component.rows ?? 5}
      maxLength={component.validate?.maxLength}
      readOnly={locked}
      value={asText(state.value)}
      onChange={(value) => store.change(path, value)}
    />
  );
}

/** The fields number and currency. */
export function NumberField({
  component,
  path,
}: FieldViewProps<ComponentOf<'number'> | ComponentOf<'currency'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  const money = component.type === 'currency';
  const value = typeof state.value === 'number' || typeof state.value === 'string' ? state.value : undefined;
  return (
    <NumberInput
      {...field}
      width={10}
      unit={money ? '€' : component.properties?.unit}
      decimals={money ? 2 : component.decimalLimit === 0 ? 0 : undefined}
      readOnly={locked}
      value={value}
      onChange={(next: NumberValue) => store.change(path, next)}
    />
  );
}

/** The field select. */
export function SelectField({ component, path }: FieldViewProps<ComponentOf<'select'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  return (
    <Select
      {...field}
      autoComplete={component.properties?.autocomplete}
      disabled={locked}
      options={component.data.values}
      value={asText(state.value)}
      onChange={(value) => store.change(path, value)}
    />
  );
}

/** Checked texts of digits: phones show their number pad. */
const DIGITS: ReadonlySet<string> = new Set<TextCheck>(['postcode', 'inArea', 'microchip']);

/** Most characters of a checked text as it is shown. */
const SHOWN_LENGTHS: Record<string, number> = {
  postcode: 5,
  inArea: 5,
  time: 5,
  plate: 12,
  microchip: 20,
  phone: 20,
};

/** Width of a field: it shows the expected length, as a postcode is short. */
function widthFor({ validate, properties }: ComponentOf<'textfield' | 'email'>): Width {
  const longest = SHOWN_LENGTHS[properties?.check ?? ''] ?? validate?.maxLength ?? 100;
  if (longest <= 5) return 4;
  if (longest <= 12) return 10;
  return longest <= 25 ? 20 : 'full';
}
