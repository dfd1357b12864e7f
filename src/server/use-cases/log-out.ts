import { randomUUID } from 'node:crypto';
import { paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { LogoutResult } from '#domain/logout.ts';
import type { ServerContext } from '#server/context.ts';
import type {
  AccountSession,
  LoginProvider,
  LoginRedirect,
  LogoutMessage,
  LogoutReading,
} from '#server/ports/identity.ts';
import { type AccountLogout, type Actor, bySession } from '#server/security/events.ts';
import { lastAccountSession, sessionsNamed } from '#server/sessions/account-session.ts';
import { keep, take } from '#server/sessions/login-state.ts';
import type { Session } from '#server/sessions/session.ts';
import { endSession, endSessionElsewhere } from './end-session.ts';

/** A logout at an account under way, by its relay state. */
type UnderWay = { providerId: LoginProviderId; locale: Locale; actor: Actor };

/** The login that has ended here, and the page for logging out at the account; null where the account offers none. */
type Left = { providerId: LoginProviderId; page: LoginRedirect | null };

/**
 * Logs a person out here immediately, whatever happens at the account. Then the browser can go to the account to log
 * out there as well.
 * @returns null for a session without an account
 */
export async function logOut(
  context: ServerContext,
  session: Session,
  { locale, actor }: { locale: Locale; actor: Actor },
): Promise<Left | null> {
  const last = await lastAccountSession(context, session);
  await endSession(context, session);
  context.security.record({ event: 'logout', outcome: 'succeeded' }, actor);
  const { providerId } = session.identity;
  if (providerId === 'anon') return null;
  const provider = context.identityProviders.get(providerId);
  const page = provider && last ? await leave(context, provider, { session: last, locale, actor }) : null;
  return { providerId, page };
}

async function leave(
  context: ServerContext,
  { id: providerId, logout }: LoginProvider,
  { session, locale, actor }: { session: AccountSession; locale: Locale; actor: Actor },
): Promise<LoginRedirect | null> {
  if (!logout) return null;
  const relayState = randomUUID();
  try {
    const page = await logout.createRequest({ session, locale, relayState });
    if (page === null) return null;
    const underWay: UnderWay = { providerId, locale, actor };
    await keep(context, `leaving:${relayState}`, underWay);
    context.security.record({ event: 'account-logout', outcome: 'requested', provider: providerId }, actor);
    return page;
  } catch (err) {
    // The person is logged out here, and the answer must say so.
    context.log.error({ err }, 'no logout could be requested at the account');
    return null;
  }
}

/** Next address of the browser after a message about a logout: the account's, or one of ours. */
type Onward = { page: LoginRedirect } | { location: string };

/**
 * Receives a message of an account about a logout: the answer to one of ours, or its request to end a person's
 * sessions here.
 */
export async function receiveLogout(
  context: ServerContext,
  provider: LoginProvider,
  message: LogoutMessage,
  { locale, actor }: { locale: Locale; actor: Actor },
): Promise<Onward> {
  const { id: providerId } = provider;
  const refused: LogoutReading = {
    kind: 'refused',
    fault: 'answer-not-believed',
    reason: 'the account has no single logout here',
  };
  const record = (outcome: AccountLogout, by: Actor) =>
    context.security.record({ event: 'account-logout', provider: providerId, ...outcome }, by);
  const reading = (await provider.logout?.read(message)) ?? refused;
  if (reading.kind === 'refused') {
    context.log.warn({ reason: reading.reason }, 'message about a logout refused');
    record({ outcome: 'refused', reason: reading.fault }, actor);
    return { location: pageOf(locale, 'open') };
  }
  if (reading.kind === 'demand') {
    for (const session of await sessionsNamed(context, providerId, reading)) {
      await endSessionElsewhere(context, session);
      const end = { event: 'session-end', outcome: 'succeeded', reason: 'account' } as const;
      context.security.record(end, bySession(session));
    }
    return { page: await reading.answer() };
  }
  const underWay = await take<UnderWay>(context, `leaving:${reading.relayState}`);
  if (underWay?.providerId !== providerId) {
    record({ outcome: 'refused', reason: 'no-logout-under-way' }, actor);
    return { location: pageOf(underWay?.locale ?? locale, 'open') };
  }
  if (reading.kind === 'return') {
    record({ outcome: 'returned' }, underWay.actor);
    return { location: pageOf(underWay.locale, 'open') };
  }
  if (reading.fault === null) {
    record({ outcome: 'succeeded' }, underWay.actor);
    return { location: pageOf(underWay.locale, 'confirmed') };
  }
  context.log.warn({ reason: reading.reason }, 'the account has not logged out');
  record({ outcome: 'failed', reason: reading.fault }, underWay.actor);
  return { location: pageOf(underWay.locale, 'open') };
}

/** Returns the page about the end of a logout. Anybody can make its address: the window checks that it has left. */
const pageOf = (lang: Locale, left: LogoutResult): string =>
  `${paths.redirect[lang]}?lang=${lang}&left=${left}`;
