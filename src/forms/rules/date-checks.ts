import { GERMAN_TIME, germanDay } from '#domain/german-time.ts';
import type { ComponentOf, FieldError, FormValue } from '../types.ts';
import { type CheckRule, OF_AUTHORITY } from './check-names.ts';
import { valueAt } from './conditions.ts';
import { isoDay } from './day.ts';
import type { RuleContext } from './field-rules.ts';
import { earliestDay, type Hours, isOpen, openingHours } from './opening-hours.ts';

type Broken = { rule: CheckRule; params?: FieldError['params'] };

/**
 * The named checks that a date does not pass. Days are compared, as they are in Germany: a time of today is not in the
 * past.
 * @param value a complete date that exists
 */
export function brokenDateChecks(
  field: ComponentOf<'day' | 'datetime'>,
  value: string,
  { data, row, today }: RuleContext,
): Broken[] {
  const { check, notBefore, notAfter } = field.properties ?? {};
  const day = dayOf(value);
  if (day === undefined) return [];
  const broken: Broken[] = [];
  if (check === 'notInThePast' && day < today) broken.push({ rule: 'notInThePast', params: { date: today } });
  if (check === 'notInTheFuture' && day > today) {
    broken.push({ rule: 'notInTheFuture', params: { date: today } });
  }
  const other = (name: string) => dayOf(valueAt(name, { data, row }));
  const first = notBefore && other(notBefore);
  if (first && day < first) broken.push({ rule: 'notBefore', params: { date: first } });
  const last = notAfter && other(notAfter);
  if (last && day > last) broken.push({ rule: 'notAfter', params: { date: last } });
  const hours = hoursOf(field);
  const earliest = firstAppointment(field, today);
  if (hours && earliest && (day < earliest || !isOpen(hours, day, timeOf(value)))) {
    const { office } = field.properties ?? {};
    broken.push({ rule: 'openingHours', params: { date: earliest, ...(office && { hours: office.text }) } });
  }
  return broken;
}

/**
 * The opening hours of a `day` or `datetime` field: its own, or with the word `authority` those of the authority, which
 * the portal fills in. Undefined where there are none to keep to.
 */
function hoursOf({ properties }: ComponentOf<'day' | 'datetime'>): Hours[] | undefined {
  const { openingHours: rules, office } = properties ?? {};
  return openingHours((rules === OF_AUTHORITY ? office?.rules : rules) ?? '');
}

/** The first day, YYYY-MM-DD, on which an appointment is possible; undefined for a field without opening hours. */
export function firstAppointment(field: ComponentOf<'day' | 'datetime'>, today: string): string | undefined {
  const hours = hoursOf(field);
  return hours && earliestDay(hours, today, Number(field.properties?.leadDays ?? 0));
}

/** The day in Germany of a value of a day or datetime field, YYYY-MM-DD. */
function dayOf(value: FormValue): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (value.includes('/')) return isoDay(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : germanDay(new Date(time));
}

const germanTime = new Intl.DateTimeFormat('sv-SE', { timeZone: GERMAN_TIME, timeStyle: 'short' });

/** HH:MM in Germany; undefined for a day without time. */
const timeOf = (value: string): string | undefined =>
  value.includes('T') ? germanTime.format(new Date(value)) : undefined;
