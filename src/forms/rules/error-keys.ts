import { checksWithValue, dateChecks } from './check-names.ts';

/** Keys of a field's own messages (`errors`): Form.io's keys, and the names of the rules that Form.io lacks. */
export const errorKeys = [
  'required',
  'min',
  'max',
  'minDate',
  'maxDate',
  'minLength',
  'maxLength',
  'pattern',
  'invalid_email',
  'number',
  'invalidDay',
  'invalidDate',
  'invalidOption',
  'jsonLogic',
  'file',
  'characters',
  'iban',
  'plate',
  'microchip',
  'phone',
  'postcode',
  'time',
  'webAddress',
  ...dateChecks,
  ...checksWithValue,
] as const;
export type ErrorKey = (typeof errorKeys)[number];
