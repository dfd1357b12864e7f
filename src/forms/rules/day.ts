import { type DayParts, plainParts } from './typed-day.ts';

const EMPTY = '00/00/0000';

/**
 * The value of a day field as Form.io stores it: `MM/DD/YYYY`. A missing part is `00` or `0000`; a part that is not a
 * number stays as typed (the rules refuse it). Returns an empty string if nothing was typed.
 */
export function formatDay(typed: DayParts): string {
  const { day, month, year } = plainParts(typed);
  const value = [part(month, 2), part(day, 2), part(year, 4)].join('/');
  return value === EMPTY ? '' : value;
}

const part = (typed: string, length: number): string =>
  typed.replaceAll('/', '').trim().padStart(length, '0');

/** The three inputs for a value made by formatDay; leading zeros and missing parts are omitted. */
export function parseDay(value: string): DayParts {
  const [month = '', day = '', year = ''] = value.split('/').map((text) => text.replace(/^0+/, ''));
  return { day, month, year };
}

/** `YYYY-MM-DD` for a complete, existing date with a year of four digits; otherwise undefined. */
export function isoDay(value: string): string | undefined {
  const match = /^(\d\d)\/(\d\d)\/([1-9]\d{3})$/.exec(value);
  if (!match) return undefined;
  const iso = `${match[3]}-${match[1]}-${match[2]}`;
  return isCalendarDate(iso) ? iso : undefined;
}

/** The parts of a complete date that does not exist, e.g. 31 2 1980; undefined if one is missing or not a number. */
export const impossibleDay = (value: string): DayParts | undefined => unlessPossible(parseDay(value));

/** The parts of a day that does not exist in a moment, `YYYY-MM-DDThh:mm`, whatever its time; otherwise undefined. */
export function impossibleDayOfMoment(value: string): DayParts | undefined {
  const [year = '', month = '', day = ''] = (value.split('T')[0] ?? '').split('-');
  return unlessPossible(parseDay(formatDay({ day, month, year })));
}

function unlessPossible(parts: DayParts): DayParts | undefined {
  const { day, month, year } = parts;
  const complete = /^\d{1,2}$/.test(day) && /^\d{1,2}$/.test(month) && /^\d{4}$/.test(year);
  return complete && isoDay(formatDay(parts)) === undefined ? parts : undefined;
}

/** An example of a birth, and of a day that must be as long ago. */
const BIRTH = '1985-03-27';
/** Days from the first possible day to the example, if there is no last day. */
const EXAMPLE_DISTANCE_DAYS = 10;

const LAST_DAY = '9999-12-31';

type Limits = { minDate?: string; maxDate?: string };
/** Limits of a field that a named check may also compare with today (date-checks.ts). */
type CheckedLimits = Limits & {
  properties?: { check?: string | undefined; prefill?: unknown; autocomplete?: unknown } | undefined;
};

/** The first and the last day that a field accepts, `YYYY-MM-DD`. Without a limit, years of four digits set it. */
export function dayLimits({ minDate = '0000-01-01', maxDate = LAST_DAY }: Limits, today: string) {
  return { first: limitDay(minDate, today) ?? minDate, last: limitDay(maxDate, today) ?? maxDate };
}

/**
 * A day that a field accepts, `YYYY-MM-DD`: an example must be a possible answer, of a birth as of another day of these
 * years. Undefined if the limits leave none.
 */
export function exampleDay(field: CheckedLimits, today: string): string | undefined {
  const limits = dayLimits(field, today);
  const check = field.properties?.check;
  const first = check === 'notInThePast' && limits.first < today ? today : limits.first;
  const last = check === 'notInTheFuture' && limits.last > today ? today : limits.last;
  if (first > last) return undefined;
  const example = [isBirth(field) ? BIRTH : lately(today), BIRTH].find((day) => first <= day && day <= last);
  if (example !== undefined) return example;
  if (last < BIRTH) return last;
  return last === LAST_DAY
    ? limitDay(`moment().add(${EXAMPLE_DISTANCE_DAYS}, 'days')`, first)
    : between(first, last);
}

const isBirth = ({ properties }: CheckedLimits): boolean =>
  properties?.prefill === 'birthdate' || properties?.autocomplete === 'bday';

/** The last 27 March: most days that people are asked for are of these years. */
function lately(today: string): string {
  const day = BIRTH.slice(4);
  const year = Number(today.slice(0, 4));
  return `${today.slice(4) < day ? year - 1 : year}${day}`;
}

/** The day in the middle. It is likelier than one at the edge, e.g. the birth of a dog that would be 30 years old. */
const between = (first: string, last: string): string =>
  dayOf((Date.parse(`${first}T00:00:00Z`) + Date.parse(`${last}T00:00:00Z`)) / 2);

/**
 * Full years from a birth (value of a day field) to a day, `YYYY-MM-DD`. People born on 29 February have their birthday
 * on 1 March in other years (§ 188 (2) BGB). NaN (no comparison is true) unless the birth is a date until `today`.
 */
export function ageOn(birth: unknown, today: string): number {
  const born = typeof birth === 'string' ? isoDay(birth) : undefined;
  if (born === undefined || born > today) return Number.NaN;
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

/** True when `YYYY-MM-DD` names a day of the Gregorian calendar. */
export function isCalendarDate(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
}

const LIMIT = /^moment\(\)(?:\.(add|subtract)\((\d{1,4}), ?'(days|months|years)'\))?$/;

/**
 * The day that a `minDate` or `maxDate` stands for, `YYYY-MM-DD`: such a date itself, or Form.io's `moment()`,
 * `moment().add(3, 'months')`, `moment().subtract(16, 'years')`, parsed as text and counted from `today`. Undefined for
 * anything else. A day that a shorter month lacks becomes its last.
 */
export function limitDay(limit: string, today: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(limit)) return isCalendarDate(limit) ? limit : undefined;
  const match = LIMIT.exec(limit);
  if (!match) return undefined;
  const amount = Number(match[2] ?? 0) * (match[1] === 'subtract' ? -1 : 1);
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  if (match[3] === 'days') return dayOf(Date.UTC(year, month - 1, day + amount));
  const months = match[3] === 'years' ? amount * 12 : amount;
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
