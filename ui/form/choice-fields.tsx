import { isObject } from '#forms/components.ts';
import type { ComponentOf, Option } from '#forms/types.ts';
import { Checkbox, CheckboxGroup, RadioGroup } from '#ui/kit/choice.tsx';
import { asText, type FieldViewProps, useFieldProps } from './field-props.ts';
import { useFormStore } from './use-form.ts';

/** An option as the kit shows it: its description is below it. */
const hinted = ({ value, label, description: hint }: Option) => ({
  value,
  label,
  ...(hint !== undefined && { hint }),
});

const isShort = ({ label, description }: Option): boolean => label.length <= 12 && description === undefined;

/** The field radio. */
export function RadioField({ component, path }: FieldViewProps<ComponentOf<'radio'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  return (
    <RadioGroup
      {...field}
      options={component.values.map(hinted)}
      inline={component.values.length === 2 && component.values.every(isShort)}
      disabled={locked}
      value={asText(state.value)}
      onChange={(value) => store.change(path, value)}
    />
  );
}

/** The field selectboxes: its value maps options to booleans. */
export function SelectboxesField({ component, path }: FieldViewProps<ComponentOf<'selectboxes'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  const chosen = isObject(state.value) ? state.value : {};
  const values = Object.fromEntries(component.values.map(({ value }) => [value, chosen[value] === true]));
  return (
    <CheckboxGroup
      {...field}
      options={component.values.map(hinted)}
      disabled={locked}
      values={values}
      onChange={(option, checked) => store.change(path, { ...values, [option]: checked })}
    />
  );
}

/** The field checkbox. */
export function CheckboxField({ component, path }: FieldViewProps<ComponentOf<'checkbox'>>) {
  const store = useFormStore();
  const { field, state, locked } = useFieldProps(component, path);
  return (
    <Checkbox
      {...field}
      disabled={locked}
      checked={state.value === true}
      onChange={(checked) => store.change(path, checked)}
    />
  );
}
