import { pino } from 'pino';
import { expect, it } from 'vitest';
import { watchSecurityText } from './security-text.ts';

const saidAt = (now: string, day?: string) => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  watchSecurityText({ SECURITY_TXT_EXPIRES: day }, log, () => new Date(now)).stop();
  return lines.map(({ level, daysLeft, msg }) => ({ level, daysLeft, msg }));
};

it.each([
  ['2027-05-31T00:00:00Z', []],
  ['2027-05-31T00:00:01Z', [{ level: 40, daysLeft: 29, msg: 'security.txt ends soon' }]],
  ['2027-06-29T23:59:59Z', [{ level: 40, daysLeft: 0, msg: 'security.txt ends soon' }]],
  ['2027-06-30T00:00:01Z', [{ level: 50, daysLeft: -1, msg: 'security.txt has ended' }]],
])('at %s the log says of an end on 30 June', (now, said) => {
  expect(saidAt(now, '2027-06-30')).toEqual(said);
});

it('says nothing where there is no such file', () => {
  expect(saidAt('2027-06-30T00:00:00Z')).toEqual([]);
});
