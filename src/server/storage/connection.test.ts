import pg from 'pg';
import { expect, it } from 'vitest';
import { connectionTo } from './connection.ts';

const passwordOf = ({ password }: pg.ClientConfig) =>
  typeof password === 'function' ? password() : password;

it('each connection asks for the password of the moment', () => {
  let address = 'postgres://portal:old@db.example:5433/data?sslmode=verify-full';
  const connection = connectionTo(() => address);
  expect(passwordOf(connection)).toBe('old');
  address = 'postgres://portal:n%C3%A9w@db.example:5433/data?sslmode=verify-full';
  expect(passwordOf(connection)).toBe('néw');
});

it.each([
  'postgres://portal:old@db.example:5433/data?sslmode=verify-full&application_name=x',
  'postgres://portal@127.0.0.1/data',
  'postgres:///data?host=/var/run/postgresql&user=portal',
])('nothing else of an address changes: %s', (address) => {
  type Inner = { connectionParameters: Record<string, unknown> };
  const { connectionParameters: plain } = new pg.Client({ connectionString: address }) as never as Inner;
  const { connectionParameters: ours } = new pg.Client(connectionTo(() => address)) as never as Inner;
  expect({ ...ours }).toEqual({ ...plain });
});
