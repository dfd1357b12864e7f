import { isField } from '../components.ts';
import { type DateCheck, type TextCheck, textChecks } from '../rules/check-names.ts';
import type { FieldType } from '../types.ts';
import { referenceProblem } from './references.ts';
import type { FormProblem, JsonPath, Placed, Targets } from './types.ts';

const textTypes: ReadonlySet<FieldType> = new Set(['textfield', 'phoneNumber']);
const dateTypes: ReadonlySet<FieldType> = new Set(['day', 'datetime']);

/** Problems of a field's named checks: the kind of field, values without their check, dates to compare with. */
export function namedCheckProblems(item: Placed, targets: Targets): FormProblem[] {
  const { component, path } = item;
  if (!isField(component)) return [];
  const { check, countries, leadDays, ...dates } = component.properties ?? {};
  const problems: FormProblem[] = [];
  const add = (at: JsonPath, reason: string) => problems.push({ path: [...path, ...at], reason });
  const isDate = dateTypes.has(component.type);
  if (check !== undefined && !(isTextCheck(check) ? textTypes.has(component.type) : isDate)) {
    add(['properties', 'check'], `"${check}" checks ${isTextCheck(check) ? 'texts' : 'days and times'} only`);
  }
  if (check !== undefined && component.calculateValue !== undefined) {
    add(['properties', 'check'], 'a calculated value is not checked: nobody could correct it');
  }
  if (countries !== undefined && check !== 'iban')
    add(['properties', 'countries'], 'this belongs to an IBAN');
  if (leadDays !== undefined && dates.openingHours === undefined) {
    add(['properties', 'leadDays'], 'days of what: openingHours is missing');
  }
  for (const name of ['openingHours', 'notBefore', 'notAfter'] as const) {
    if (dates[name] !== undefined && !isDate) add(['properties', name], `"${name}" is for days and times`);
  }
  for (const name of ['notBefore', 'notAfter'] as const) {
    const key = dates[name];
    if (key === undefined) continue;
    const field = targets.get(key)?.component;
    const reason =
      referenceProblem(key, item, targets, false) ??
      (field && dateTypes.has(field.type) ? undefined : `"${key}" is neither a day nor a time`);
    if (reason) add(['properties', name], reason);
  }
  return problems;
}

const isTextCheck = (check: TextCheck | DateCheck): check is TextCheck =>
  (textChecks as readonly string[]).includes(check);
