import { fieldsOf } from './components.ts';
import type { FormArea } from './rules/check-names.ts';
import { plainText } from './rules/text-checks.ts';
import type { FieldComponent, FormData, FormDefinition, FormValue } from './types.ts';

/** The form as shown for an area: fields with the check `inArea` know its postcodes. */
export function withArea(form: FormDefinition, area: FormArea): FormDefinition {
  const isAsked = ({ properties }: FieldComponent) => properties?.check === 'inArea';
  if (area.postcodes.length === 0 || !fieldsOf(form.components).some(isAsked)) return form;
  const copy = structuredClone(form);
  for (const field of fieldsOf(copy.components).filter(isAsked)) {
    field.properties = { ...field.properties, area };
  }
  return copy;
}

/**
 * The area that an answer misses: its postcode is valid and not one of the area's. The person decides what to do:
 * postcodes change, and the authority examines its responsibility itself. Undefined if the answer lies in the area.
 */
export function areaMissed(field: FieldComponent, value: FormValue): FormArea | undefined {
  const { check, area } = field.properties ?? {};
  if (check !== 'inArea' || area === undefined || typeof value !== 'string') return undefined;
  const postcode = plainText(field, value);
  return /^\d{5}$/.test(postcode) && !area.postcodes.includes(postcode) ? area : undefined;
}

/** The first area that an answer of the form misses. @param data without answers to hidden questions */
export const areaMissedIn = (form: FormDefinition, data: FormData): FormArea | undefined =>
  fieldsOf(form.components)
    .map((field) => areaMissed(field, data[field.key]))
    .find((area) => area !== undefined);
