import { useTranslation } from 'react-i18next';
import { fieldId } from '#forms/paths.ts';
import type { FieldComponent } from '#forms/types.ts';
import type { FieldProps } from '#ui/kit/field.tsx';
import { errorText } from './error-text.ts';
import { type FieldState, useField } from './use-form.ts';

export type FieldViewProps<C extends FieldComponent = FieldComponent> = { component: C; path: string };

/** What every kind of field passes to its part of the kit, and its state. */
export function useFieldProps(
  component: FieldComponent,
  path: string,
): { field: FieldProps; state: FieldState; locked: boolean } {
  const { t } = useTranslation('form');
  const state = useField(path);
  const field: FieldProps = {
    id: fieldId(path),
    label: component.label,
    optional: component.validate?.required !== true && component.type !== 'checkbox',
    error: state.error && errorText(state.error, component, t),
  };
  if (component.description) field.hint = component.description;
  return { field, state, locked: component.disabled === true };
}

/** The text of a value that should be a text. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
