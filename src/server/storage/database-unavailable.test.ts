import pg from 'pg';
import { expect, it } from 'vitest';
import {
  DatabaseUnavailable,
  databaseFault,
  ranIntoItsLimit,
  saysThatDatabaseIsAway,
} from './database-unavailable.ts';

const refusal = (code: string) => Object.assign(new pg.DatabaseError('said', 4, 'error'), { code });

it.each([
  ['57P01', true],
  ['57P03', true],
  ['08006', true],
  ['25P03', true],
  ['25006', true],
  ['57014', false],
  ['53100', false],
])('takes %s for a database that is away; its connection is lost: %s', (code, connectionIsLost) => {
  const found = databaseFault(refusal(code));
  expect(found.fault).toBeInstanceOf(DatabaseUnavailable);
  expect(found.connectionIsLost).toBe(connectionIsLost);
});

it.each(['23505', '23514', '22P02', '42601'])('leaves %s, a fault of the statement, as it is', (code) => {
  const error = refusal(code);
  expect(databaseFault(error)).toEqual({ fault: error, connectionIsLost: false });
});

it('knows a statement that took too long from a database that is away', () => {
  expect(ranIntoItsLimit(databaseFault(refusal('57014')).fault)).toBe(true);
  expect(ranIntoItsLimit(databaseFault(refusal('57P01')).fault)).toBe(false);
});

it('takes whatever did not come from the server for a lost connection', () => {
  const found = databaseFault(new Error('Query read timeout'));
  expect(found.fault).toBeInstanceOf(DatabaseUnavailable);
  expect(found.connectionIsLost).toBe(true);
});

it.each([
  [{ ...refusal('57P01'), message: 'terminating connection (Queue: submission)' }, true],
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED (Queue: expiry)' }, true],
  [{ message: 'Connection terminated unexpectedly (Queue: expiry)' }, true],
  [{ ...refusal('23514'), message: 'violates' }, false],
  [new TypeError('x is not a function'), false],
])('knows from a report of the job queue whether the database is away', (report, isAway) => {
  expect(saysThatDatabaseIsAway(report)).toBe(isAway);
});
