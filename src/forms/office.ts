import { fieldsOf } from './components.ts';
import { type FormArea, type FormOffice, OF_AUTHORITY } from './rules/check-names.ts';
import { plainText } from './rules/text-checks.ts';
import type { FieldComponent, FormData, FormDefinition, FormValue } from './types.ts';

/**
 * The form as filled in for an authority: fields with the check `inArea` know the postcodes of its area, and fields with
 * `openingHours` the hours to keep to.
 */
export function atOffice(form: FormDefinition, office: FormOffice): FormDefinition {
  const known = fieldsOf(form.components).map((field) => knownTo(field, office));
  if (known.every((properties) => properties === undefined)) return form;
  const copy = structuredClone(form);
  for (const [index, field] of fieldsOf(copy.components).entries()) {
    if (known[index]) field.properties = { ...field.properties, ...known[index] };
  }
  return copy;
}

/** Returns the properties that an authority adds to a field; undefined if the field asks nothing of it. */
function knownTo({ properties = {} }: FieldComponent, { area, hours }: FormOffice) {
  if (properties.check === 'inArea') return area.postcodes.length > 0 ? { area } : undefined;
  const { openingHours: rules } = properties;
  const office = rules === undefined ? undefined : hours(rules === OF_AUTHORITY ? undefined : rules);
  return office && { office };
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
