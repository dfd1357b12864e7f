import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import { presentProcess } from '#server/processes/row.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { opaque } from '#server/sessions/opaque.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { demandOf, isSomebodyElse, isTooWeak, noteConfirmation } from './login-before-submission.ts';
import { personOf } from './one-person.ts';

const minute = (at: number) => new Date(Date.UTC(2026, 10, 26, 10, at));
let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

const dataKeys = testKeys();
const context = () =>
  ({
    storage,
    dataKeys,
    now: () => minute(30),
    identityProviders: new Map([
      ['nkb', {}],
      ['sk', {}],
    ]),
    content: () => ({
      metadata: new Map([
        ['m', { idpIds: ['nkb'], identificationType: 'none', trustLevel: 'substantial', mode: 'complete' }],
      ]),
    }),
  }) as unknown as ServerContext;

const login = (subject: string, trustLevel: Identity['trustLevel'] = 'substantial') =>
  ({ providerId: 'nkb', subject, trustLevel, name: subject }) as Identity;

type About = {
  confirmedAt?: Date | null;
  status?: 'COMPLETED' | 'SUBMITTED';
  running?: boolean;
  loginConfirmed?: boolean;
  isAnonymous?: boolean;
};
/** A completed application of a new person, and their session. */
async function completed(about: About = {}) {
  const { confirmedAt = minute(1), status = 'COMPLETED', running = false, loginConfirmed = false } = about;
  const subject = randomUUID();
  const userId = await personOf(context(), login(subject));
  const sessionId = randomUUID();
  const row = processRow(minute(0), {
    metadataId: 'm',
    status,
    sessionId,
    userId: about.isAnonymous ? null : userId,
    confirmedAt,
    availableUntil: minute(59),
    madeAtLevel: about.isAnonymous ? null : 'substantial',
    context: json({ mode: 'complete', running, loginConfirmed, paidCents: 0 }) as never,
  });
  await storage.db.insertInto('process').values(row).execute();
  const identity = login(subject, 'high');
  const session = {
    id: sessionId,
    userId: about.isAnonymous ? null : userId,
    identity,
  } as unknown as Session;
  return { id: row.id, subject, userId, session };
}
const kept = async (id: string) => (await presentProcess(context(), id)).confirmingLogin;

describe('what a login demands that names an application', () => {
  const asked = { providerId: 'nkb', trustLevel: 'low', forceNew: false } as const;

  it('is a new one at the level of the form, once it is completed', async () => {
    const { id: processId, session, userId } = await completed();
    const confirms = { processId, userId };
    expect(await demandOf(context(), session, { ...asked, processId })).toEqual({
      trustLevel: 'substantial',
      forceNew: true,
      confirms,
    });
    const high = await demandOf(context(), session, { ...asked, processId, trustLevel: 'high' });
    expect(high.trustLevel).toBe('high');
  });

  it('is what the browser asks for before that, and without an application', async () => {
    const { id: processId, session } = await completed({ confirmedAt: null });
    const plain = { trustLevel: 'low', forceNew: false };
    expect(await demandOf(context(), session, { ...asked, processId })).toEqual(plain);
    expect(await demandOf(context(), session, asked)).toEqual(plain);
  });

  it('is a new one where this session cannot read it, or there is none', async () => {
    const { id: processId } = await completed();
    const { session: other } = await completed();
    for (const session of [null, other])
      expect(await demandOf(context(), session, { ...asked, processId, person: 'p' })).toEqual({
        trustLevel: 'low',
        forceNew: true,
        confirms: { processId, userId: null, person: 'p' },
      });
  });

  it('is one by an account that the form takes', async () => {
    const { id: processId, session } = await completed();
    await expect(
      demandOf(context(), session, { ...asked, providerId: 'sk', processId }),
    ).rejects.toMatchObject({
      code: 'login-not-accepted',
      details: { accepted: ['nkb'] },
    });
  });
});

describe('a login is too weak', () => {
  const isWeak = async (
    about: About,
    trustLevel: Identity['trustLevel'],
    subject?: string,
    present?: Session,
  ) => {
    const made = await completed(about);
    const confirms = { processId: made.id, userId: null };
    const identity = login(subject ?? made.subject, trustLevel);
    return isTooWeak(context(), confirms, identity, present ?? made.session);
  };

  it('below the level of the application that is theirs', async () => {
    expect(await isWeak({}, 'low')).toBe(true);
    expect(await isWeak({}, 'substantial')).toBe(false);
  });

  it('below that of the one that their session holds without an account', async () => {
    expect(await isWeak({ isAnonymous: true }, 'low')).toBe(true);
    const { session: other } = await completed();
    expect(await isWeak({ isAnonymous: true }, 'low', undefined, other)).toBe(false);
  });

  it('for nothing of somebody else’s, so that nobody learns of it, nor for what needs none any more', async () => {
    expect(await isWeak({}, 'low', 'a stranger')).toBe(false);
    expect(await isWeak({ confirmedAt: null }, 'low')).toBe(false);
    expect(await isWeak({ status: 'SUBMITTED' }, 'low')).toBe(false);
    expect(await isWeak({ running: true }, 'low')).toBe(false);
  });
});

describe('a login is kept with the application that it was made for', () => {
  const note = async (about: About, at: Date, by?: Session) => {
    const { id, session, subject } = await completed(about);
    const confirms = { processId: id, userId: null };
    await noteConfirmation(context(), confirms, { identity: login(subject), session: by ?? session, at });
    return kept(id);
  };

  it('with its own level and moment', async () => {
    expect(await note({}, minute(1))).toMatchObject({
      providerId: 'nkb',
      trustLevel: 'substantial',
      at: minute(1).toISOString(),
      correctable: [],
    });
  });

  it.each<[string, About, Date]>([
    ['it came before the completion', {}, minute(0)],
    ['nothing is completed', { confirmedAt: null }, minute(2)],
    ['another login has confirmed it', { loginConfirmed: true }, minute(2)],
    ['it is sent', { status: 'SUBMITTED' }, minute(2)],
    ['it is being sent', { running: true }, minute(2)],
    ['nobody is logged in', { isAnonymous: true }, minute(2)],
  ])('not where %s', async (_why, about, at) => expect(await note(about, at)).toBeNull());

  it('not with somebody else’s', async () => {
    const { session } = await completed();
    expect(await note({}, minute(2), session)).toBeNull();
    expect(await note({ isAnonymous: true }, minute(2), session)).toBeNull();
  });
});

it('who logs in must be who was asked for, as far as that is known', async () => {
  const { userId, subject } = await completed();
  const { subject: other } = await completed();
  const isOther = (confirms: object, by: string) =>
    isSomebodyElse(context(), { processId: randomUUID(), userId: null, ...confirms }, login(by));
  expect(await isOther({ userId }, subject)).toBe(false);
  expect(await isOther({ userId }, other)).toBe(true);
  expect(await isOther({ userId }, 'never here')).toBe(true);
  expect(await isOther({ person: opaque(userId) }, subject)).toBe(false);
  expect(await isOther({ person: opaque(userId) }, other)).toBe(true);
  expect(await isOther({ person: opaque(userId) }, 'never here')).toBe(true);
  expect(await isOther({}, other)).toBe(false);
});
