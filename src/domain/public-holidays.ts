import { DAY_MS } from './days.ts';

const fixedDays = ['01-01', '05-01', '10-03', '10-31', '12-25', '12-26'];
/** Good Friday, Easter Monday, Ascension Day, Whit Monday: days from Easter Sunday. */
const daysFromEaster = [-2, 1, 39, 50];

/**
 * True if a day is a public holiday in Schleswig-Holstein (§ 2 SFTG, with Reformation Day).
 * @param day YYYY-MM-DD of the Gregorian calendar
 */
export function isPublicHoliday(day: string): boolean {
  if (fixedDays.includes(day.slice(5))) return true;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return daysFromEaster.some((days) => new Date(easter + days * DAY_MS).toISOString().slice(0, 10) === day);
}

/** Midnight UTC in ms; the method of Lichtenberg, valid for the Gregorian calendar. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sunShift = 2 - Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const seed = (19 * cycle + moonShift) % 30;
  const correction = Math.floor((seed + Math.floor(cycle / 11)) / 29);
  const limit = 21 + seed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7);
  const distance = 7 - ((limit - firstSunday) % 7);
  return Date.UTC(year, 2, limit + distance);
}
