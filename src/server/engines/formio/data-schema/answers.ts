import { DAY_MS } from '#domain/days.ts';
import { germanDay } from '#domain/german-time.ts';
import { isGrid, optionsOf, rulesOf } from '#forms/components.ts';
import { fewestRows } from '#forms/data.ts';
import { typesIn } from '#forms/files.ts';
import { fieldAt, setValue } from '#forms/paths.ts';
import { dayLimits, exampleDay } from '#forms/rules/day.ts';
import { germanMoment } from '#forms/rules/german-moment.ts';
import { evaluate } from '#forms/rules/rules.ts';
import { textCheckOf } from '#forms/rules/text-checks.ts';
import type {
  ComponentOf,
  FieldComponent,
  FormData,
  FormDefinition,
  FormValue,
  ValueField,
} from '#forms/types.ts';
import { matchingText } from '#server/data-schemas/matching-text.ts';
import { shownFields } from './shown-fields.ts';

/** Least and most: of a text its length, of a group its rows. */
export type Amount = 'least' | 'most';

/** Texts of more characters are not tried where a field has no `maxLength`. */
const LONG = 300;
const MANY_ROWS = 3;
/** Answers that are tried until the form has no objection; more than the longest form has fields. */
const MAX_TRIES = 2_000;

/** Answers that the named checks take. */
export const CHECKED: Record<NonNullable<ReturnType<typeof textCheckOf>>, readonly string[]> = {
  iban: ['DE89370400440532013000', 'MT84MALT011000012345MTLCAST001S', 'NO9386011117947'],
  plate: ['KI-AB 123', 'B-A 1', 'OD-XY 1234E'],
  microchip: ['276098100123456', '999000000000000'],
  phone: ['+49431123456', '0431 123456', '+49 431 1234567890', '010 234'],
  postcode: ['24103', '01067', '99999', '10000'],
  inArea: ['24103', '01067', '99999', '10000'],
  time: ['08:30', '00:00', '23:59'],
  webAddress: ['https://www.kiel.de', 'http://a.de/x?y=1#z'],
};

/** Addresses of every kind that the form takes. */
export const MAILS = ['a@example.de', "o'neill+a@xn--bcher-kva.example", '"a b"@example.de', 'a@[127.0.0.1]'];

/** Returns answers to a field that are worth trying, the simplest first. */
export function candidates(field: ValueField, amount: Amount, today = germanDay(new Date())): FormValue[] {
  switch (field.type) {
    case 'checkbox':
      return [true];
    case 'radio':
    case 'select':
      return (optionsOf(field) ?? []).map(({ value }) => value);
    case 'selectboxes': {
      const all = (optionsOf(field) ?? []).map(({ value }) => value);
      const one = all.map((value) => ({ [value]: true }));
      return amount === 'most' ? [Object.fromEntries(all.map((value) => [value, true])), ...one] : one;
    }
    case 'number':
    case 'currency':
      return numbers(field, amount);
    case 'day':
      return days(field, today).map((iso) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`);
    case 'datetime':
      return days(field, today).flatMap((iso) =>
        ['10:00', '08:30', '14:00', '16:30'].map((time) => germanMoment(`${iso}T${time}`)),
      );
    case 'file': {
      const file = {
        id: '00000000-0000-4000-8000-000000000000',
        name: 'Nachweis.pdf',
        size: 1,
        type: typesIn(field.filePattern)[0] ?? '',
      };
      return [amount === 'most' && field.multiple ? [file, file] : [file]];
    }
    default:
      field satisfies ComponentOf<'textfield' | 'email' | 'phoneNumber' | 'textarea' | 'hidden'>;
      return field.type === 'hidden' ? [] : texts(field, amount);
  }
}

function texts(
  field: ComponentOf<'textfield' | 'email' | 'phoneNumber' | 'textarea'>,
  amount: Amount,
): FormValue[] {
  const { pattern, minLength = 1, maxLength = LONG } = rulesOf(field);
  const check = textCheckOf(field);
  if (check !== undefined) return [...CHECKED[check]];
  const length = amount === 'most' ? maxLength : Math.max(minLength, 1);
  const found = pattern === undefined ? undefined : matchingText(pattern, length, maxLength);
  const other = pattern === undefined ? undefined : matchingText(pattern, minLength, maxLength);
  const patterned = [found, other].filter((text) => text !== undefined);
  if (field.type === 'email') {
    const domain = '@example.de';
    return [...patterned, `${'a'.repeat(Math.max(length - domain.length, 1))}${domain}`, ...MAILS];
  }
  return [...patterned, 'a'.repeat(length), '1'.repeat(length), '0431123456'];
}

function numbers({ validate, ...field }: ComponentOf<'number' | 'currency'>, amount: Amount): FormValue[] {
  const { min, max } = validate ?? {};
  const step = field.type === 'currency' ? 0.01 : 10 ** -Math.min(field.decimalLimit ?? 0, 6);
  const least = min ?? Math.min(1, max ?? 1);
  const most = max ?? Math.max(1_000, min ?? 0);
  const all = amount === 'most' ? [most, most - step, least] : [least, least + step, most];
  return all.map((value) => Number(value.toFixed(6)));
}

function days(field: ComponentOf<'day' | 'datetime'>, today: string): string[] {
  const { first, last } = dayLimits(field, today);
  const soon = Array.from({ length: 40 }, (_, more) =>
    new Date(Date.parse(today) + more * DAY_MS).toISOString().slice(0, 10),
  );
  return [exampleDay(field, today), today, ...soon, last, first].filter(
    (day): day is string => day !== undefined && day >= '1000-01-01' && first <= day && day <= last,
  );
}

/**
 * Returns answers that the form accepts: as few as it takes, or all that it asks for. Null when none are found, as the
 * rules of a form may say anything.
 */
export function answersTo(form: FormDefinition, amount: Amount, now = new Date()): FormData | null {
  const found = foundAnswers(form, amount, now);
  if (found !== null || amount === 'most') return found;
  const most = foundAnswers(form, 'most', now);
  return most && fewestOf(form, most, now);
}

/** Leaves out, from the end, what the form does not miss. */
function fewestOf(form: FormDefinition, all: FormData, now: Date): FormData {
  let data = all;
  for (const { path } of shownFields(form, evaluate(form, all, now)).reverse()) {
    const less = setValue(data, path, undefined);
    if (evaluate(form, less, now).errors.length === 0) data = less;
  }
  return data;
}

function foundAnswers(form: FormDefinition, amount: Amount, now: Date): FormData | null {
  const today = germanDay(now);
  const tried = new Map<string, number>();
  let data: FormData = {};
  const answer = (path: string): boolean => {
    const field = fieldAt(form, path);
    if (!field) return false;
    const [value, isLast] = isGrid(field)
      ? [rowsFor(field, amount, tried.get(path) ?? 0), (tried.get(path) ?? 0) > 0]
      : nth(
          [...candidates(field, amount, today), ...(field.validate?.required ? [] : [undefined])],
          tried.get(path) ?? 0,
        );
    tried.set(path, (tried.get(path) ?? 0) + 1);
    data = setValue(data, path, value);
    return !isLast;
  };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const evaluation = evaluate(form, data, now);
    const open =
      amount === 'most' ? shownFields(form, evaluation).find(({ path }) => !tried.has(path)) : undefined;
    if (open) {
      answer(open.path);
      continue;
    }
    const [error] = evaluation.errors;
    if (!error) return data;
    if (!answer(error.path)) return null;
  }
  return null;
}

function nth(values: FormValue[], index: number): [FormValue, boolean] {
  return [values[index], index >= values.length];
}

function rowsFor(
  field: Extract<FieldComponent, { addAnother: string }>,
  amount: Amount,
  before: number,
): FormValue {
  const most = Math.min(field.validate?.maxLength ?? MANY_ROWS, MANY_ROWS);
  const count = amount === 'most' || before > 0 ? Math.max(most, fewestRows(field)) : fewestRows(field);
  return Array.from({ length: Math.max(count, 1) }, () => ({}));
}
