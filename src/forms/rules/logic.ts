import jsonLogic from 'json-logic-js';
import type { CalculableField, FormData, FormValue, JsonLogic } from '../types.ts';
import { ageOn } from './day.ts';

/**
 * The values that a form's JSONLogic sees: all data, the data of the same row (outside groups: all data), the field's
 * own value; `today` is `YYYY-MM-DD`, for `age`.
 */
export type LogicScope = { data: FormData; row: FormData; value?: FormValue; today: string };

jsonLogic.add_operation('age', function age(this: Partial<LogicScope>, birth: unknown) {
  return ageOn(birth, this.today ?? '');
});

/** Result of JSONLogic; null when it fails, as in Form.io. */
export function applyLogic(logic: JsonLogic, scope: LogicScope): unknown {
  try {
    return jsonLogic.apply(logic as Parameters<typeof jsonLogic.apply>[0], scope);
  } catch {
    return null;
  }
}

/**
 * The result of a calculation as a value of the field. Null if there is none: a sum with a missing part is not a number
 * and must not show as "NaN". Amounts of money are rounded to whole cents.
 */
export function calculatedValue(fieldType: CalculableField['type'], result: unknown): FormValue {
  const isNumber = typeof result === 'number' && Number.isFinite(result);
  switch (fieldType) {
    case 'currency':
      return isNumber ? Number(result.toFixed(2)) : null;
    case 'number':
      return isNumber ? result : null;
    case 'checkbox':
      return typeof result === 'boolean' ? result : null;
    default:
      fieldType satisfies 'textfield' | 'email' | 'phoneNumber' | 'textarea' | 'hidden';
      if (typeof result === 'string') return result.normalize('NFC');
      return isNumber ? String(result) : null;
  }
}
