import { expect, test } from 'vitest';
import { isPublicHoliday } from './public-holidays.ts';

// Easter Sundays: 31 March 2024, 20 April 2025, 5 April 2026, 28 March 2027, 16 April 2028, 25 April 2038.
test.each([
  ['2024-03-29', '2024-04-01', '2024-05-09', '2024-05-20'],
  ['2025-04-18', '2025-04-21', '2025-05-29', '2025-06-09'],
  ['2026-04-03', '2026-04-06', '2026-05-14', '2026-05-25'],
  ['2027-03-26', '2027-03-29', '2027-05-06', '2027-05-17'],
  ['2028-04-14', '2028-04-17', '2028-05-25', '2028-06-05'],
  ['2038-04-23', '2038-04-26', '2038-06-03', '2038-06-14'],
])('feasts around Easter: %s, %s, %s, %s', (...days) => {
  for (const day of days) expect(isPublicHoliday(day), day).toBe(true);
});

test('fixed holidays of Schleswig-Holstein, and days that are none', () => {
  const fixed = ['2026-01-01', '2026-05-01', '2026-10-03', '2026-10-31', '2026-12-25', '2026-12-26'];
  for (const day of fixed) expect(isPublicHoliday(day), day).toBe(true);
  const none = [
    '2026-01-06',
    '2026-04-05',
    '2026-06-04',
    '2026-11-01',
    '2026-12-24',
    '2026-12-31',
    '2026-04-07',
  ];
  for (const day of none) expect(isPublicHoliday(day), day).toBe(false);
});
