import { useTranslation } from 'react-i18next';
import { fieldId } from '#forms/paths.ts';
import type { FieldComponent } from '#forms/types.ts';
import type { FieldProps } from '#ui/kit/field.tsx';
import { errorText } from './error-text.ts';
import { type FieldState, useField, useFormLocale } from './use-form.ts';

export type FieldViewProps<C extends FieldComponent = FieldComponent> = { component: C; path: string };

/** Properties that every kind of field passes to its part of the kit, and its state. */
export function useFieldProps(
  component: FieldComponent,
  path: string,
): { field: FieldProps; state: FieldState; locked: boolean } {
  const { t } = useTranslation('form');
  const locale = useFormLocale();
  const state = useField(path);
  const locked = component.disabled === true;
  const field: FieldProps = {
    id: fieldId(path),
    label: component.label,
    optional: component.validate?.required !== true && component.type !== 'checkbox' && !locked,
    error: state.error && errorText(state.error, component, t, locale),
  };
  // A field that the login locks says why; one that is always disabled says so itself.
  const why = locked && component.properties?.lockedFrom !== undefined ? t('lockedByLogin') : undefined;
  const hint = [component.description, why].filter((text) => text !== undefined).join(' ');
  if (hint) field.hint = hint;
  return { field, state, locked };
}

/** The text of a value that should be a text. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
