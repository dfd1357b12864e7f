import jsonLogic from 'json-logic-js';
import type { CalculableField, FormData, FormValue, JsonLogic } from '../types.ts';

/** What JSONLogic of a form sees: all data, the data of the own row (outside of groups all data), the own value. */
export type LogicScope = { data: FormData; row: FormData; value?: FormValue };

/** Result of JSONLogic; null when it fails, as Form.io answers it. */
export function applyLogic(logic: JsonLogic, scope: LogicScope): unknown {
  try {
    return jsonLogic.apply(logic as Parameters<typeof jsonLogic.apply>[0], scope);
  } catch {
    return null;
  }
}

/**
 * The result of a calculation as a value of the field, null when there is none: a sum with a missing part is
 * no number and must not show as "NaN". Amounts of money come in whole cents.
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
      fieldType satisfies 'textfield' | 'email' | 'phoneNumber' | 'textarea';
      if (typeof result === 'string') return result.normalize('NFC');
      return isNumber ? String(result) : null;
  }
}
