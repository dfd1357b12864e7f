const LIMITS = 'the limits of the date are checked as the component names them';
const NAMED_LIMITS =
  'input, data, component.beforeDateInputKey, component.mayBeEqual, component.earliestAllowedDate, component.latestAllowedDate';
const DIGITS = 'the check digits of the number are not checked here';

/**
 * Calls of a product's own functions that its builder writes by itself, with what becomes of them. The types that they
 * belong to are converted with their limits and formats (convert/nav.ts).
 */
const CALLS: readonly (readonly [type: string, call: string, note: string])[] = [
  ['navDatepicker', 'instance.validateDatePickerV2(input, data, component, row)', LIMITS],
  ['navDatepicker', `instance.validateDatePicker(${NAMED_LIMITS})`, LIMITS],
  ['navDatepicker', `instance.validateDatePicker(${NAMED_LIMITS}, row)`, LIMITS],
  [
    'monthPicker',
    'instance.validateMonthPicker(input, data, component, row)',
    'month and year are checked by a pattern',
  ],
  ['fnrfield', 'instance.validateFnrNew(input)', DIGITS],
  ['fnrfield', 'instance.validateFnr(input)', DIGITS],
  ['orgNr', 'instance.validateOrganizationNumber(input)', DIGITS],
  ['bankAccount', 'instance.validateAccountNumber(input)', DIGITS],
  ['iban', 'instance.validateIban(input)', 'the check "iban" takes its place'],
];

/**
 * The note for the call of a builder, known by its exact text but for spaces in components of its own type; undefined
 * for any other script.
 */
export function knownCall(type: string, script: string): string | undefined {
  const text = tight(script);
  const found = CALLS.find(([own, call]) => own === type && text === tight(`valid = ${call}`));
  return found && `the line "${script.trim()}" of the product's builder is left out: ${found[2]}`;
}

const tight = (script: string): string => script.replace(/\s+/g, '').replace(/;$/, '');
