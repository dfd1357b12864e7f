import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { endOperatorSession, openOperatorSession, readOperatorSession } from './operator-session.ts';

const MINUTE_MS = 60_000;
const jensen = {
  operator: { way: 'person', person: { subject: 'op-1', name: 'Kirsten Jensen' } },
  roles: ['look', 'repair'],
} as const;
const byToken = { operator: { way: 'token' }, roles: ['look', 'erase'] } as const;

let storage: Storage;
let now: Date;
let config: Record<string, unknown>;
beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(async () => {
  now = new Date('2026-11-28T08:00:00Z');
  config = {
    SESSION_IDLE_MINUTES: 30,
    SESSION_ABSOLUTE_MINUTES: 480,
    OPERATIONS_TOKEN: 'token',
    OPERATORS_CLIENT_SECRET: 'secret',
  };
  await storage.db.deleteFrom('loginState').execute();
});
afterAll(() => storage.close());

const dataKeys = testKeys();
const log = { error: () => undefined };
const context = () => ({ storage, dataKeys, now: () => now, log, config }) as unknown as ServerContext;
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};
const read = (number: string) => readOperatorSession(context(), number);

it('says who it is, and the database has neither that nor its number in clear', async () => {
  const number = await openOperatorSession(context(), jensen);
  expect(await read(number)).toEqual({ number, ...jensen });
  const { rows } = await sql<{ text: string }>`select login_state::text as text from login_state`.execute(
    storage.db,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain(number);
  expect(rows[0]?.text).not.toMatch(/Jensen|op-1|repair/);
  expect(await read(`${number}x`)).toBeNull();
  expect(await read('')).toBeNull();
});

it('ends when nobody calls for a while', async () => {
  const number = await openOperatorSession(context(), jensen);
  for (let count = 0; count < 3; count += 1) {
    pass(29);
    expect(await read(number), `call ${count}`).not.toBeNull();
  }
  pass(31);
  expect(await read(number)).toBeNull();
});

it('ends after its time in any case', async () => {
  const number = await openOperatorSession(context(), byToken);
  for (let count = 0; count < 19; count += 1) {
    pass(25);
    expect(await read(number), `call ${count}`).not.toBeNull();
  }
  pass(6);
  expect(await read(number)).toBeNull();
});

it('ends once, and a call that was under way does not bring it back', async () => {
  const number = await openOperatorSession(context(), jensen);
  pass(10);
  let ending: Promise<unknown> | undefined;
  let asked = 0;
  // The logout comes when the call has read the login, and before it prolongs it.
  const interrupted = {
    ...context(),
    now: () => {
      asked += 1;
      if (asked === 2) ending = endOperatorSession(context(), number);
      return now;
    },
  } as ServerContext;
  expect(await readOperatorSession(interrupted, number)).toBeNull();
  expect(await ending).toEqual({ number, ...jensen });
  expect(await endOperatorSession(context(), number)).toBeNull();
  expect(await read(number)).toBeNull();
});

it.each([
  ['OPERATIONS_TOKEN', byToken, jensen],
  ['OPERATORS_CLIENT_SECRET', jensen, byToken],
] as const)('ends with a new %s, or without one, and the other way in does not', async (name, one, other) => {
  const [ends, stays] = [
    await openOperatorSession(context(), one),
    await openOperatorSession(context(), other),
  ];
  for (const secret of ['new', undefined]) {
    config[name] = secret;
    expect(await read(ends)).toBeNull();
    expect(await read(stays)).not.toBeNull();
  }
});
