import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import type { LoginOutcome, LoginProvider, LoginRequest } from '#server/ports/identity.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { opaquePerson } from '#server/sessions/opaque.ts';
import { type Session, sessionNow } from '#server/sessions/session.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { SealedJson, SealedText } from '#server/storage/sealed.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { loginsOf } from '#server/views/logins.ts';
import { endLogin } from './end-login.ts';
import { receiveAnswer, redeemTicket, requestLogin } from './log-in.ts';
import { isSomebodyElse } from './login-before-submission.ts';

let storage: Storage;
let now: Date;

beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(() => {
  now = new Date('2026-11-01T10:00:00Z');
});
afterAll(async () => {
  await storage.close();
});

const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

type Success = Extract<LoginOutcome, { result: 'SUCCESS' }>;
type Answer = {
  trustLevel: TrustLevel;
  login: Success['login'];
  subject?: string;
  name?: string;
  company?: string;
};

/** A provider with a fixed answer to any request. */
function providerAnswering({
  trustLevel,
  login,
  subject = 'lindemann',
  name = 'Anna',
  company,
}: Answer): LoginProvider {
  const identity: Success['identity'] = {
    providerId: 'nkb',
    providerType: 'saml2',
    subject,
    name,
    trustLevel,
    providerData: {},
    userData: {},
    postboxHandle: null,
    ...(company !== undefined && { company }),
  };
  return {
    id: 'nkb',
    type: 'saml2',
    sources: { familyName: ['surname'], birthdate: ['birthdate'], email: ['mail'] },
    alwaysAsked: ['surname'],
    createRequest: async ({ relayState }: LoginRequest) => ({
      url: '',
      method: 'POST',
      fields: { RelayState: relayState },
    }),
    readAnswer: async ({ relayState }: { relayState: string }) => ({
      result: 'SUCCESS',
      relayState,
      identity,
      login,
    }),
  } as unknown as LoginProvider;
}

const dataKeys = testKeys();
const contextWith = (provider: LoginProvider) =>
  ({
    storage,
    dataKeys,
    content: () => ({ metadata: new Map(), forms: new Map() }),
    now: () => now,
    config: { SESSION_IDLE_MINUTES: 30, SESSION_ABSOLUTE_MINUTES: 480 },
    identityProviders: new Map([['nkb', provider]]),
    interruptions: { of: () => ({ state: 'none', context: { said: null } }) },
    log: { warn: () => undefined },
    security: { record: () => undefined },
  }) as unknown as ServerContext;

/** Goes to the provider and comes back; the portal's clock goes on by a minute. */
async function logIn(
  answer: Answer,
  asked: { trustLevel?: TrustLevel; forceNew?: boolean; present?: Session | null; scopes?: string[] } = {},
) {
  const context = contextWith(providerAnswering(answer));
  const { redirect, binding } = await requestLogin(context, asked.present ?? null, {
    providerId: 'nkb',
    type: 'saml2',
    redirect: '/nutzerkonto',
    cancelUrl: '/nutzerkonto',
    locale: 'de',
    timezone: 'Europe/Berlin',
    scopes: asked.scopes ?? null,
    trustLevel: asked.trustLevel ?? 'low',
    forceNew: asked.forceNew ?? false,
  });
  now = minutesLater(1);
  const relayState = redirect.fields.RelayState ?? '';
  const { ticket, fault } = await receiveAnswer(context, { relayState, parameters: {} });
  const redeemed = await redeemTicket(context, ticket ?? '', binding, asked.present ?? null);
  if (typeof redeemed === 'string') throw new Error(redeemed);
  return { fault, location: redeemed.location, session: redeemed.opened?.session ?? null };
}
const isNew = { isNew: true } as const;

describe('what a provider says has happened counts, not what it was asked for', () => {
  it('a login from its memory is refused where a new one was demanded', async () => {
    const anHourAgo = { isNew: false, at: minutesLater(-60) } as const;
    expect(await logIn({ trustLevel: 'low', login: anHourAgo }, { forceNew: true })).toEqual({
      fault: 'answered-from-memory',
      location: '/nutzerkonto?login=ERROR&refusal=answered-from-memory',
      session: null,
    });
    const remembered = await logIn({ trustLevel: 'low', login: anHourAgo });
    expect(remembered).toMatchObject({ fault: null, session: { authenticatedAt: anHourAgo.at } });
    const requestedAt = now;
    const later = { isNew: false, at: minutesLater(0.5) } as const;
    const anew = await logIn({ trustLevel: 'low', login: later }, { forceNew: true });
    expect(anew).toMatchObject({ fault: null, session: { authenticatedAt: requestedAt } });
  });

  it('a login at a lower level than was demanded is refused', async () => {
    expect(await logIn({ trustLevel: 'substantial', login: isNew }, { trustLevel: 'high' })).toEqual({
      fault: 'level-too-low',
      location: '/nutzerkonto?login=ERROR&refusal=level-too-low',
      session: null,
    });
    expect(await logIn({ trustLevel: 'high', login: isNew }, { trustLevel: 'substantial' })).toMatchObject({
      fault: null,
      session: { identity: { trustLevel: 'high' } },
    });
  });
});

it('what the account was not asked for is known, whatever it says', async () => {
  const notAskedWith = async (scopes: string[]) =>
    (await logIn({ trustLevel: 'low', login: isNew }, { scopes })).session?.identity.notAsked;
  expect(await notAskedWith(['birthdate'])).toEqual(['email']);
  expect(await notAskedWith(['birthdate', 'mail'])).toEqual([]);
});

describe('a login of somebody who is logged in', () => {
  it('at a lower level lowers nothing, and prolongs nothing that it has not proved', async () => {
    const { session: strong } = await logIn({ trustLevel: 'high', login: isNew });
    const end = strong?.sessionExpiresAt;
    now = minutesLater(60);
    const { session: weak } = await logIn(
      { trustLevel: 'low', login: isNew, name: '?' },
      { present: strong },
    );
    expect(weak).toMatchObject({ id: strong?.id, identity: strong?.identity, sessionExpiresAt: end });
    now = minutesLater(60);
    const { session: same } = await logIn({ trustLevel: 'high', login: isNew }, { present: weak });
    expect(same).toMatchObject({ id: strong?.id, sessionExpiresAt: minutesLater(480) });
  });

  it('of another person who acts for the company is theirs, with what they prove themselves', async () => {
    const company = { subject: 'meier', company: 'Meier GmbH', login: isNew };
    const { session: anna } = await logIn({ ...company, trustLevel: 'substantial' });
    now = minutesLater(60);
    const asked = { present: anna };
    const { session: boris } = await logIn({ ...company, name: 'Boris', trustLevel: 'low' }, asked);
    expect(boris).toMatchObject({
      id: anna?.id,
      userId: anna?.userId,
      identity: { name: 'Boris', company: 'Meier GmbH', trustLevel: 'low' },
      sessionExpiresAt: minutesLater(480),
    });
    const { session: strong } = await logIn({ ...company, trustLevel: 'substantial' }, { present: boris });
    const { session: weak } = await logIn({ ...company, trustLevel: 'low' }, { present: strong });
    expect(weak).toMatchObject({ identity: { name: 'Anna', trustLevel: 'substantial' } });
  });

  it('at a higher level raises it, for as long as any login', async () => {
    const { session: weak } = await logIn({ trustLevel: 'low', login: isNew });
    now = minutesLater(60);
    const { session: strong } = await logIn({ trustLevel: 'high', login: isNew }, { present: weak });
    expect(strong).toMatchObject({
      id: weak?.id,
      identity: { trustLevel: 'high' },
      sessionExpiresAt: minutesLater(480),
    });
  });

  it('of somebody else takes nothing over of the level', async () => {
    const { session: strong } = await logIn({ trustLevel: 'high', login: isNew });
    const { session: other } = await logIn(
      { trustLevel: 'low', login: isNew, subject: 'petersen' },
      { present: strong },
    );
    expect(other).toMatchObject({ identity: { trustLevel: 'low' }, sessionExpiresAt: minutesLater(480) });
    expect(other?.id).not.toBe(strong?.id);
  });

  it('follows the login that another window has come back with since the request arrived', async () => {
    const { session: present } = await logIn({ trustLevel: 'low', login: isNew });
    const { session: raised } = await logIn({ trustLevel: 'high', login: isNew }, { present });
    const { session: again } = await logIn({ trustLevel: 'low', login: isNew }, { present });
    expect(again).toMatchObject({ id: raised?.id, identity: { trustLevel: 'high' } });
    const { session: other } = await logIn(
      { trustLevel: 'low', login: isNew, subject: 'petersen' },
      { present },
    );
    expect(other?.id).not.toBe(raised?.id);
    expect(
      await sessionNow(contextWith(providerAnswering({ trustLevel: 'low', login: isNew })), raised!),
    ).toBeNull();
    // That session ended meanwhile, so a new one begins.
    const { session: anew } = await logIn({ trustLevel: 'low', login: isNew }, { present });
    expect(anew?.id).not.toBe(present?.id);
  });
});

describe('the way back from a provider', () => {
  const answer = { trustLevel: 'low', login: isNew, subject: 'rueckweg' } as const;
  const ask = async (context: ServerContext) =>
    requestLogin(context, null, {
      ...{ providerId: 'nkb', type: 'saml2', redirect: '/zurueck', cancelUrl: '/abbruch', locale: 'de' },
      ...{ timezone: 'Europe/Berlin', scopes: null, trustLevel: 'low', forceNew: false },
    });
  /** A provider that says this instead of who somebody is. */
  const saying = (outcome: object) =>
    contextWith({
      ...providerAnswering(answer),
      readAnswer: async ({ relayState }: { relayState: string }) => ({ relayState, ...outcome }),
    } as unknown as LoginProvider);
  const answered = async (context: ServerContext) => {
    const { redirect, binding } = await ask(context);
    const relayState = redirect.fields.RelayState ?? '';
    return { relayState, binding, ...(await receiveAnswer(context, { relayState, parameters: {} })) };
  };

  it('is open to the browser alone in which it began, once', async () => {
    const context = contextWith(providerAnswering(answer));
    const first = await answered(context);
    expect(await redeemTicket(context, first.ticket!, 'other', null)).toBe('other-browser');
    const second = await answered(context);
    const redeemed = await redeemTicket(context, second.ticket!, second.binding, null);
    expect(redeemed).toMatchObject({ isAgain: false, isRaised: false, trustLevel: 'low', fault: null });
    expect(await redeemTicket(context, second.ticket!, second.binding, null)).toBe('no-login-under-way');
    // The provider's answer counts once as well, and only for a login that was begun.
    for (const relayState of [second.relayState, 'unknown'])
      expect(await receiveAnswer(context, { relayState, parameters: {} })).toEqual({
        ...{ ticket: null, result: 'ERROR', fault: 'no-login-under-way' },
      });
  });
  it.each([
    ['SUCCESS', null, '/zurueck'],
    ['ERROR', { result: 'ERROR', reason: 'no' }, '/abbruch'],
    ['CANCELLED', { result: 'CANCELLED' }, '/abbruch'],
  ])('leads to the page for %s', async (result, outcome, page) => {
    const context = outcome ? saying(outcome) : contextWith(providerAnswering(answer));
    const { ticket, binding, result: told } = await answered(context);
    const redeemed = await redeemTicket(context, ticket!, binding, null);
    if (typeof redeemed === 'string') throw new Error(redeemed);
    expect(told).toBe(result);
    expect(redeemed.location.split('?')[0]).toBe(page);
    expect(redeemed.opened !== null).toBe(result === 'SUCCESS');
  });
});

describe('who must confirm', () => {
  it('is the person of that account: the same name at another one is somebody else', async () => {
    const { session } = await logIn({ trustLevel: 'low', login: isNew });
    const context = contextWith(providerAnswering({ trustLevel: 'low', login: isNew }));
    const person = opaquePerson(session!.userId!, session!.identity);
    const asked = (providerId: 'nkb' | 'elster', subject: string) =>
      isSomebodyElse(
        context,
        { processId: 'p', userId: null, person },
        { providerId, subject, name: 'Anna' },
      );
    expect(await asked('nkb', 'lindemann')).toBe(false);
    expect(await asked('elster', 'lindemann')).toBe(true);
    expect(await asked('nkb', 'petersen')).toBe(true);
  });

  it('is whoever acts for a company, and no colleague', async () => {
    const answer = { trustLevel: 'low', login: isNew, subject: 'foerdewind', company: 'Fördewind' } as const;
    const { session } = await logIn({ ...answer, name: 'Petra' });
    const person = opaquePerson(session!.userId!, session!.identity);
    const asked = (name: string) =>
      isSomebodyElse(
        contextWith(providerAnswering(answer)),
        { processId: 'p', userId: null, person },
        { providerId: 'nkb', subject: 'foerdewind', company: 'Fördewind', name },
      );
    expect([await asked('Petra'), await asked('Jonas')]).toEqual([false, true]);
  });
});

describe('a login that was begun before this version', () => {
  it('is one of the only provider that there was', async () => {
    const context = contextWith(providerAnswering({ trustLevel: 'low', login: isNew }));
    await storage.db
      .insertInto('loginState')
      .values({
        key: 'relay:old',
        value: JSON.stringify({ redirect: '/', cancelUrl: '/', bindingHash: '' }) as SealedText,
        expiresAt: minutesLater(30),
      })
      .execute();
    expect(await receiveAnswer(context, { relayState: 'old', parameters: {} })).toMatchObject({
      result: 'SUCCESS',
      ticket: expect.any(String),
    });
  });
});

describe('the logins of a person', () => {
  const context = () => contextWith(providerAnswering({ trustLevel: 'low', login: isNew }));
  const SUBJECT = 'rahimi';

  it('are listed by their last use', async () => {
    const { session: first } = await logIn({ trustLevel: 'low', login: isNew, subject: SUBJECT });
    const { session: second } = await logIn({ trustLevel: 'low', login: isNew, subject: SUBJECT });
    const { session: present } = await logIn({ trustLevel: 'low', login: isNew, subject: SUBJECT });
    const ids = async () => (await loginsOf(context(), present!)).map(({ id }) => id);
    expect(await ids()).toEqual([present, second, first].map((it) => it?.id));
    await storage.db
      .updateTable('session')
      .set({ fetchedAt: minutesLater(5) })
      .where('id', '=', first!.id)
      .execute();
    expect(await ids()).toEqual([present, first, second].map((it) => it?.id));
  });

  it('that are ended elsewhere leave nothing of the person, and a trace until their end', async () => {
    const { session: lost } = await logIn({ trustLevel: 'low', login: isNew, subject: SUBJECT });
    const { session: present } = await logIn({ trustLevel: 'low', login: isNew, subject: SUBJECT });
    await storage.db
      .updateTable('session')
      .set({ device: json({ browser: 'Firefox', system: null }) as SealedJson })
      .where('id', '=', lost!.id)
      .execute();
    await endLogin(context(), present!, lost!.id);
    const trace = await storage.db
      .selectFrom('session')
      .selectAll()
      .where('id', '=', lost!.id)
      .executeTakeFirstOrThrow();
    expect(trace).toMatchObject({
      endedAt: now,
      expiresAt: lost!.sessionExpiresAt,
      userId: null,
      device: null,
      identity: { providerId: 'anon', name: '' } as never,
    });
    const again = endLogin(context(), present!, lost!.id);
    await expect(again).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a draft whose form is gone', () => {
  it('does not stand in the way of a login', async () => {
    const answer = { trustLevel: 'low', login: isNew, subject: 'baumgart' } as const;
    const { session } = await logIn(answer);
    await storage.db
      .insertInto('process')
      .values({
        id: randomUUID(),
        version: 1,
        status: 'EDITING',
        context: json({ running: false, hasUser: true, paidCents: 0 }),
        statusChanged: now,
        createdAt: now,
        updatedAt: now,
        availableUntil: minutesLater(60),
        metadataId: 'gone',
        areaKey: '010020000000',
        locale: 'de',
        sessionId: session!.id,
        userId: session!.userId,
        data: json({}),
        counted: false,
      } as never)
      .execute();
    expect(await logIn(answer)).toMatchObject({
      fault: null,
      session: { userId: session!.userId },
    });
  });
});
