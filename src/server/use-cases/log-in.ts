import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Device } from '#contract/auth.ts';
import { type LoginProtocol, type LoginProviderId, type LoginRefusal, loginRefusals } from '#domain/login.ts';
import { reachesLevel, type TrustLevel } from '#domain/trust-level.ts';
import type { UserDataField } from '#domain/user-data.ts';
import type { ServerContext } from '#server/context.ts';
import { assertGoesOn } from '#server/interruptions/interruptions.ts';
import type {
  AnswerFault,
  Identity,
  LoginAnswer,
  LoginOutcome,
  LoginProvider,
  LoginRedirect,
  LoginRequest,
} from '#server/ports/identity.ts';
import { ProblemError } from '#server/problem-error.ts';
import { scopesFor } from '#server/processes/needed-data.ts';
import { bySession, type LoginFault } from '#server/security/events.ts';
import { keep, take } from '#server/sessions/login-state.ts';
import { type OpenedSession, openSessionOf, type Session, sessionNow } from '#server/sessions/session.ts';
import { endSession } from './end-session.ts';
import { followAccount } from './follow-account.ts';
import {
  type Confirmation,
  demandOf,
  isSomebodyElse,
  isTooWeak,
  noteConfirmation,
} from './login-before-submission.ts';
import { personOf } from './one-person.ts';
import { startOf } from './start-of-handover.ts';

/** Login results of spec section 3; the browser finds them in the address that it returns to. */
export type LoginResult = 'SUCCESS' | 'ERROR' | 'CANCEL';

/** A login under way. One that an earlier version started lacks `requestedAt`, `providerId` and `asked`. */
type UnderWay = {
  redirect: string;
  /** Page after a login that was cancelled or refused; the browser chooses it (src/browser/wiring/login.ts). */
  cancelUrl: string;
  bindingHash: string;
  providerId?: LoginProviderId;
  requestedAt?: string;
  asked?: { trustLevel: TrustLevel; forceNew: boolean; notAsked?: UserDataField[] };
  /** Present only for a login before submission. */
  confirms?: Confirmation | undefined;
};
type Ticket = UnderWay & {
  result: LoginResult;
  identity: Identity | null;
  authenticatedAt?: string;
  refusal?: LoginRefusal | undefined;
};

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Prepares a login. It returns the page that the browser posts to, and the name and secret of a cookie that binds the
 * login to this browser, so that no link can log a person in to somebody else's account. One browser can have several
 * logins under way.
 * @param session the session of the request, for a login before submission
 * @throws ProblemError input-invalid when the provider is not offered here, or by another protocol;
 * login-not-accepted, form-not-found, interrupted
 */
export async function requestLogin(
  context: ServerContext,
  session: Session | null,
  input: Omit<LoginRequest, 'relayState'> & {
    providerId: LoginProviderId;
    /** The protocol that the caller speaks. */
    type: LoginProtocol;
    /** The application that is to be sent after this login. */
    processId?: string | undefined;
    /** Opaque id of the owner, as far as the browser knows. */
    person?: string | undefined;
    redirect: string;
    cancelUrl: string;
  },
): Promise<{ redirect: LoginRedirect; binding: string; name: string }> {
  const provider = context.identityProviders.get(input.providerId);
  if (provider?.type !== input.type) {
    throw new ProblemError('input-invalid', {
      fields: [{ name: 'providerId', reason: 'is not offered here' }],
    });
  }
  assertGoesOn(context, `login:${provider.id}`);
  const { trustLevel, forceNew, confirms } = await demandOf(context, session, input);
  const needed = { page: await startOf(context, input.redirect), processId: input.processId };
  const scopes = await scopesFor(context, needed, provider.sources, input.scopes);
  const relayState = randomUUID();
  const binding = randomBytes(24).toString('base64url');
  const underWay: UnderWay = {
    redirect: input.redirect,
    cancelUrl: input.cancelUrl,
    bindingHash: hash(binding),
    providerId: provider.id,
    requestedAt: context.now().toISOString(),
    asked: { trustLevel, forceNew, notAsked: notAskedOf(provider, scopes) },
    confirms,
  };
  await keep(context, `relay:${relayState}`, underWay);
  const { locale, timezone } = input;
  const asked = { trustLevel, locale, timezone, scopes, forceNew, relayState };
  const redirect = await provider.createRequest(asked);
  return { redirect, binding, name: loginName(relayState) };
}

/** Returns fields that the provider has about a person, but is not asked for. */
const notAskedOf = ({ sources, alwaysAsked }: LoginProvider, scopes: readonly string[]): UserDataField[] =>
  (Object.keys(sources) as UserDataField[]).filter(
    (field) => !sources[field]?.every((name) => scopes.includes(name) || alwaysAsked.includes(name)),
  );

/** Distinguishes logins that one browser has begun, and reveals nothing about the login. */
export const loginName = (relayState: string): string => relayState.slice(0, 8);

/**
 * Receives the provider's answer, which a cross-site POST brings without our session cookie, and turns it into a
 * one-time ticket. The ticket is null when the answer belongs to no login under way.
 */
export async function receiveAnswer(
  context: ServerContext,
  answer: LoginAnswer,
): Promise<{ ticket: string | null; result: LoginResult; fault: LoginFault | null }> {
  const underWay = await take<UnderWay>(context, `relay:${answer.relayState}`);
  const provider = underWay && providerOf(context, underWay);
  if (!provider) return { ticket: null, result: 'ERROR', fault: 'no-login-under-way' };
  const outcome = asAsked(await provider.readAnswer(answer), underWay);
  if (outcome.result === 'ERROR') context.log.warn({ reason: outcome.reason }, 'login failed');
  const ticket: Ticket = {
    ...underWay,
    result: outcome.result,
    ...(outcome.result === 'SUCCESS'
      ? { identity: outcome.identity, authenticatedAt: earliestLogin(outcome, underWay).toISOString() }
      : { identity: null, refusal: refusalOf(outcome) }),
  };
  const key = randomBytes(24).toString('base64url');
  await keep(context, `ticket:${key}`, ticket);
  const { result } = outcome;
  return { ticket: key, result, fault: result === 'ERROR' ? outcome.fault : null };
}

/** Compares the answer with the request, because a provider may interpret the request in its own way. */
function asAsked(outcome: LoginOutcome, underWay: UnderWay): LoginOutcome {
  if (outcome.result !== 'SUCCESS' || !underWay.asked) return outcome;
  const { relayState, identity, login } = outcome;
  const { trustLevel, forceNew, notAsked } = underWay.asked;
  const refused = (fault: AnswerFault, reason: string): LoginOutcome => ({
    result: 'ERROR',
    relayState,
    fault,
    reason,
  });
  if (!reachesLevel(identity.trustLevel, trustLevel)) {
    return refused('level-too-low', `trust level ${identity.trustLevel}, asked for ${trustLevel}`);
  }
  if (forceNew && !login.isNew && login.at < requestedAt(underWay)) {
    return refused('answered-from-memory', 'a new login was asked for, that of the answer is older');
  }
  return notAsked ? { ...outcome, identity: { ...identity, notAsked } } : outcome;
}

/** Returns the kind of a failure that the person is shown. */
const refusalOf = (outcome: LoginOutcome): LoginRefusal | undefined =>
  outcome.result === 'ERROR' ? loginRefusals.find((refusal) => refusal === outcome.fault) : undefined;

/** Returns the provider that was asked, the only one that may answer. */
function providerOf(
  { identityProviders }: ServerContext,
  { providerId }: UnderWay,
): LoginProvider | undefined {
  const [onlyOne] = identityProviders.values();
  return providerId === undefined ? onlyOne : identityProviders.get(providerId);
}

/** A login that was completed in the browser that started it. */
type Redeemed = {
  /** Address to which the browser goes next. */
  location: string;
  opened: OpenedSession | null;
  /** Whether the session already belonged to that person; `isRaised`: its trust level is higher now. */
  isAgain: boolean;
  isRaised: boolean;
  /** The level of this login, which may be below that of the session. */
  trustLevel: TrustLevel | null;
  /** Reason why a successful login does not count, such as another person than the one who must confirm. */
  fault: LoginFault | null;
};

/**
 * Redeems a ticket in the browser that started the login, or returns the fault. A ticket is not valid in another
 * browser, nor a second time.
 * @param device of the browser; null when it is not known
 */
export async function redeemTicket(
  context: ServerContext,
  key: string,
  binding: string,
  present: Session | null,
  device: Device | null = null,
): Promise<Redeemed | LoginFault> {
  const ticket = await take<Ticket>(context, `ticket:${key}`);
  if (!ticket) return 'no-login-under-way';
  if (ticket.bindingHash !== hash(binding)) return 'other-browser';
  const { identity, confirms } = ticket;
  const refusal = identity && confirms ? await refusalToConfirm(context, confirms, identity, present) : null;
  if (refusal !== null) {
    // The present session continues: its application is still its owner's.
    const location = withResult(ticket.cancelUrl, 'ERROR', refusal);
    return { location, opened: null, isAgain: false, isRaised: false, trustLevel: null, fault: refusal };
  }
  const at = new Date(ticket.authenticatedAt ?? 0);
  const opened = identity ? await bind(context, present, identity, { at, device }) : null;
  if (identity && opened) {
    const { session } = opened;
    if (confirms) await noteConfirmation(context, confirms, { identity, session, at });
    await followAccount(context, session, identity);
  }
  const target = ticket.result === 'SUCCESS' ? ticket.redirect : ticket.cancelUrl;
  const isAgain = opened !== null && present !== null && present.userId === opened.session.userId;
  const isRaised = isAgain && !reachesLevel(present.identity.trustLevel, opened.session.identity.trustLevel);
  const location = withResult(target, ticket.result, ticket.refusal);
  return { location, opened, isAgain, isRaised, trustLevel: identity?.trustLevel ?? null, fault: null };
}

/** Returns the reason why a login does not confirm its application; null when it does. */
async function refusalToConfirm(
  context: ServerContext,
  confirms: Confirmation,
  identity: Identity,
  present: Session | null,
): Promise<LoginRefusal | null> {
  if (await isSomebodyElse(context, confirms, identity)) return 'other-person';
  return (await isTooWeak(context, confirms, identity, present)) ? 'level-too-low' : null;
}

/**
 * Binds a person to the browser. An anonymous session becomes the person's, so that its processes can be taken over.
 * A session of this person continues; a session of another person ends.
 */
async function bind(
  context: ServerContext,
  present: Session | null,
  identity: Identity,
  by: { at: Date; device: Device | null },
): Promise<OpenedSession> {
  const userId = await personOf(context, identity);
  const goesOn = present === null || present.userId === null || present.userId === userId;
  if (!goesOn) {
    await endSession(context, present);
    context.security.record(
      { event: 'session-end', outcome: 'succeeded', reason: 'other-person' },
      bySession(present),
    );
  }
  const opened = await openSessionOf(context, userId, identity, {
    ...by,
    kept: goesOn ? present : null,
  });
  // Another window came back at the same moment, so this login follows that one.
  return opened ?? bind(context, await sessionNow(context, present!), identity, by);
}

/**
 * Returns the earliest moment, by our clock, at which the person can have proved their identity. A repeated login
 * took place after the request; any other may come from the account's session of hours ago.
 */
function earliestLogin({ login }: Extract<LoginOutcome, { result: 'SUCCESS' }>, underWay: UnderWay): Date {
  const requested = requestedAt(underWay);
  return login.isNew || login.at > requested ? requested : login.at;
}

const requestedAt = (underWay: UnderWay) => new Date(underWay.requestedAt ?? 0);

/** Returns a path inside the portal with the result of the login as query parameters. */
export function withResult(path: string, result: LoginResult, refusal?: LoginRefusal): string {
  const url = new URL(path, 'http://portal.invalid');
  url.searchParams.set('login', result);
  if (refusal) url.searchParams.set('refusal', refusal);
  // `/.//host` is resolved to `//host`, which a browser takes for another site.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
}
