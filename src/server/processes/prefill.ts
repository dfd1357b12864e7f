import { emptyData } from '#forms/data.ts';
import type { Component, FormData, FormDefinition } from '#forms/types.ts';

/** A fresh form: defaults, then the account's values where a field names one (properties.prefill). */
export function prefill(form: FormDefinition, userData: Record<string, string>): FormData {
  const data = emptyData(form);
  for (const field of topLevelFields(form.components)) {
    const value = userData[field.properties?.prefill ?? ''];
    if (value) data[field.key] = field.type === 'day' ? toDayValue(value) : value;
  }
  return data;
}

/** Fields outside of repeating groups, whatever layout they stand in. */
function* topLevelFields(components: Component[]): Generator<Component> {
  for (const component of components) {
    if (component.type === 'panel' || component.type === 'fieldset')
      yield* topLevelFields(component.components);
    else if (component.type === 'columns') {
      for (const column of component.columns) yield* topLevelFields(column.components);
    } else yield component;
  }
}

/** The account gives dates as YYYY-MM-DD; Form.io's day component keeps MM/DD/YYYY. */
const toDayValue = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$2/$3/$1');
