import { GERMAN_TIME, germanDay } from '#domain/german-time.ts';
import type { ComponentOf, FieldError, FormValue } from '../types.ts';
import type { CheckRule } from './check-names.ts';
import { valueAt } from './conditions.ts';
import { isoDay } from './day.ts';
import type { RuleContext } from './field-rules.ts';
import { earliestDay, isOpen, openingHours } from './opening-hours.ts';

type Broken = { rule: CheckRule; params?: FieldError['params'] };

/**
 * The named checks that a date does not pass. Days are compared, as they are in Germany: a time of today is not in the
 * past.
 * @param value a complete date that exists
 */
export function brokenDateChecks(
  { properties }: ComponentOf<'day' | 'datetime'>,
  value: string,
  { data, row, today }: RuleContext,
): Broken[] {
  const { check, notBefore, notAfter, openingHours: hours, leadDays } = properties ?? {};
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
  const open = hours === undefined ? undefined : openingHours(hours);
  if (open) {
    const earliest = earliestDay(open, today, Number(leadDays ?? 0));
    if (day < earliest || !isOpen(open, day, timeOf(value))) {
      broken.push({ rule: 'openingHours', params: { date: earliest } });
    }
  }
  return broken;
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
