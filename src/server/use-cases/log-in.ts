import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { LoginProtocol, LoginProviderId } from '#domain/login.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import type {
  Identity,
  LoginAnswer,
  LoginOutcome,
  LoginProvider,
  LoginRedirect,
  LoginRequest,
} from '#server/ports/identity.ts';
import { ProblemError } from '#server/problem-error.ts';
import { bySession, type LoginFault } from '#server/security/events.ts';
import { keep, take } from '#server/sessions/login-state.ts';
import { type OpenedSession, openSessionOf, type Session, userOf } from '#server/sessions/session.ts';
import { endSession } from './end-session.ts';
import { followPostbox } from './follow-postbox.ts';

/** Login result values of spec section 3; the browser finds them in the address that it returns to. */
export type LoginResult = 'SUCCESS' | 'ERROR' | 'CANCEL';

/** `requestedAt` and `providerId` are missing from a login that was started before this version. */
type UnderWay = {
  redirect: string;
  cancelUrl: string;
  bindingHash: string;
  providerId?: LoginProviderId;
  requestedAt?: string;
};
type Ticket = UnderWay & { result: LoginResult; identity: Identity | null; authenticatedAt?: string };

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Prepares a login: the page the browser posts to, and a secret for a cookie that binds the login to this browser, so
 * that a link cannot log anybody in to somebody else's account.
 * @throws ProblemError input-invalid when the provider is not offered here, or by another protocol
 */
export async function requestLogin(
  context: ServerContext,
  input: Omit<LoginRequest, 'relayState'> & {
    providerId: LoginProviderId;
    /** The protocol that the caller speaks. */
    type: LoginProtocol;
    redirect: string;
    cancelUrl: string;
  },
): Promise<{ redirect: LoginRedirect; binding: string }> {
  const provider = context.identityProviders.get(input.providerId);
  if (provider?.type !== input.type) {
    throw new ProblemError('input-invalid', {
      fields: [{ name: 'providerId', reason: 'is not offered here' }],
    });
  }
  const relayState = randomUUID();
  const binding = randomBytes(24).toString('base64url');
  const underWay: UnderWay = {
    redirect: input.redirect,
    cancelUrl: input.cancelUrl,
    bindingHash: hash(binding),
    providerId: provider.id,
    requestedAt: context.now().toISOString(),
  };
  await keep(context, `relay:${relayState}`, underWay);
  const { trustLevel, locale, timezone, scopes, forceNew } = input;
  const asked = { trustLevel, locale, timezone, scopes, forceNew, relayState };
  const redirect = await provider.createRequest(asked);
  return { redirect, binding };
}

/**
 * Receives the provider's answer, which a cross-site POST brings without our session cookie, and turns it into a
 * one-time ticket: null when the answer belongs to no login under way.
 */
export async function receiveAnswer(
  context: ServerContext,
  answer: LoginAnswer,
): Promise<{ ticket: string | null; result: LoginResult; fault: LoginFault | null }> {
  const underWay = await take<UnderWay>(context, `relay:${answer.relayState}`);
  const provider = underWay && providerOf(context, underWay);
  if (!provider) return { ticket: null, result: 'ERROR', fault: 'no-login-under-way' };
  const outcome = await provider.readAnswer(answer);
  if (outcome.result === 'ERROR') context.log.warn({ reason: outcome.reason }, 'login failed');
  const ticket: Ticket = {
    ...underWay,
    result: outcome.result,
    ...(outcome.result === 'SUCCESS'
      ? { identity: outcome.identity, authenticatedAt: earliestLogin(outcome, underWay).toISOString() }
      : { identity: null }),
  };
  const key = randomBytes(24).toString('base64url');
  await keep(context, `ticket:${key}`, ticket);
  const { result } = outcome;
  return { ticket: key, result, fault: result === 'ERROR' ? outcome.fault : null };
}

/** The provider that the answer must come from: the one that was asked, whatever the answer says. */
function providerOf(
  { identityProviders }: ServerContext,
  { providerId }: UnderWay,
): LoginProvider | undefined {
  const [onlyOne] = identityProviders.values();
  return providerId === undefined ? onlyOne : identityProviders.get(providerId);
}

/** A login that was completed in the browser that started it. */
type Redeemed = {
  /** Where the browser goes next. */
  location: string;
  opened: OpenedSession | null;
  /** The session already belonged to that person; `isRaised`: its trust level is higher now. */
  isAgain: boolean;
  isRaised: boolean;
};

/**
 * Redeems a ticket in the browser that started the login, or returns why not. A ticket is not valid in another browser,
 * nor a second time.
 */
export async function redeemTicket(
  context: ServerContext,
  key: string,
  binding: string,
  present: Session | null,
): Promise<Redeemed | LoginFault> {
  const ticket = await take<Ticket>(context, `ticket:${key}`);
  if (!ticket) return 'no-login-under-way';
  if (ticket.bindingHash !== hash(binding)) return 'other-browser';
  const authenticatedAt = new Date(ticket.authenticatedAt ?? 0);
  const opened = ticket.identity ? await bind(context, present, ticket.identity, authenticatedAt) : null;
  if (opened) await followPostbox(context, opened.session);
  const target = ticket.result === 'SUCCESS' ? ticket.redirect : ticket.cancelUrl;
  const isAgain = opened !== null && present !== null && present.userId === opened.session.userId;
  const isRaised = isAgain && !reachesLevel(present.identity.trustLevel, opened.session.identity.trustLevel);
  return { location: withResult(target, ticket.result), opened, isAgain, isRaised };
}

/**
 * Binds a person to the browser. An anonymous session becomes the person's, so that its processes can be handed over; a
 * session of the same person continues. A session of another person ends.
 */
async function bind(
  context: ServerContext,
  present: Session | null,
  identity: Identity,
  authenticatedAt: Date,
): Promise<OpenedSession> {
  const userId = await userOf(context, identity);
  const goesOn = present === null || present.userId === null || present.userId === userId;
  if (!goesOn) {
    await endSession(context, present);
    context.security.record(
      { event: 'session-end', outcome: 'succeeded', reason: 'other-person' },
      bySession(present),
    );
  }
  return openSessionOf(context, userId, identity, authenticatedAt, goesOn ? present : null);
}

/**
 * The earliest moment, by our clock, at which the person can have proved their identity. A login that was required
 * again took place after the request; any other may be the account's session from hours ago.
 */
function earliestLogin({ login }: Extract<LoginOutcome, { result: 'SUCCESS' }>, underWay: UnderWay): Date {
  const requestedAt = new Date(underWay.requestedAt ?? 0);
  return login.isNew || login.at > requestedAt ? requestedAt : login.at;
}

/** A path inside the portal with the result of the login as a query parameter. */
export function withResult(path: string, result: LoginResult): string {
  const url = new URL(path, 'http://portal.invalid');
  url.searchParams.set('login', result);
  // `/.//host` is resolved to `//host`, which a browser takes for another site.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
}
