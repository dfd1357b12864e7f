import { loginWays } from '#domain/admission.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import { isSamePerson, type Session } from '#server/sessions/session.ts';
import type { ConfirmingLogin } from '#server/storage/tables.ts';
import { admissionRules } from './admission.ts';
import { formOf, metadataOf } from './offer.ts';
import { factsOf, type ProcessRow } from './row.ts';

const MINUTE_MS = 60_000;

/** A login as the fact that is kept with the application it was made to confirm (spec section 4). */
export const confirmingLogin = (
  { providerId, trustLevel, name, company }: Identity,
  userId: string,
  at: Date,
): ConfirmingLogin => ({
  providerId,
  trustLevel,
  at: at.toISOString(),
  userId,
  name,
  ...(company !== undefined && { company }),
  correctable: [],
});

/**
 * Whether the login that was made for this application confirms its completed data: it came after the completion, it is
 * that of whoever acts now, and *its* level and provider are those that the form needs, whatever the session proves.
 */
export function isConfirmedByLogin(context: ServerContext, session: Session, row: ProcessRow): boolean {
  const login = loginOf(context, session, row);
  return login !== null && row.confirmedAt !== null && new Date(login.at) >= row.confirmedAt;
}

/** Whether nobody else has made the login that is to confirm the application: for a company several people may act. */
export const isWhoConfirmed = (session: Session, { confirmingLogin: login }: ProcessRow): boolean =>
  login === null || isSamePerson(session.identity, login);

/** The login that has confirmed the application; one that was made for it and not handed over has not. */
export const whoConfirmed = (row: ProcessRow): ConfirmingLogin | null =>
  factsOf(row).loginConfirmed ? row.confirmingLogin : null;

/**
 * Whether a login that has confirmed the application still does after a correction: for some minutes, and the person is
 * the same (docs/decisions/0052-login-that-confirms.md).
 */
export function loginHolds(context: ServerContext, session: Session, row: ProcessRow): boolean {
  const login = loginOf(context, session, row);
  if (login === null || !factsOf(row).loginConfirmed) return false;
  const until = new Date(login.at).getTime() + context.config.CONFIRMING_LOGIN_MINUTES * MINUTE_MS;
  return context.now().getTime() <= until;
}

/** The same after a change of the data by the person: only what a data conflict has named may be another. */
export function loginOutlives(
  context: ServerContext,
  session: Session,
  row: ProcessRow,
  data: FormData,
): boolean {
  if (!loginHolds(context, session, row)) return false;
  const form = formOf(context, metadataOf(context, row), row.locale);
  const named = row.confirmingLogin?.correctable ?? [];
  // Whoever opens the data again on their own account confirms it anew.
  if (named.length === 0) return false;
  return form.enteredElse(row.data, data).every((key) => named.includes(key));
}

/** After a data conflict has named fields, they can be corrected. */
export const withCorrectable = (
  login: ConfirmingLogin | null,
  keys: readonly string[],
): ConfirmingLogin | null =>
  login && { ...login, correctable: [...new Set([...login.correctable, ...keys])] };

/** The login made for an application, if it is good enough for it and that of whoever acts now. */
function loginOf(context: ServerContext, session: Session, row: ProcessRow): ConfirmingLogin | null {
  const { confirmingLogin: login } = row;
  if (login === null || login.userId !== session.userId || !isSamePerson(session.identity, login))
    return null;
  return isEnough(context, row, login) ? login : null;
}

function isEnough(context: ServerContext, row: ProcessRow, login: ConfirmingLogin): boolean {
  const ways = loginWays(admissionRules(metadataOf(context, row), row));
  const way = ways.find(({ providerId }) => providerId === login.providerId);
  return way !== undefined && reachesLevel(login.trustLevel, way.level);
}

/** Whether the login that has confirmed the application, if one had to, is enough for what the form needs by now. */
export function loginSuffices(context: ServerContext, row: ProcessRow): boolean {
  const login = whoConfirmed(row);
  return login === null || isEnough(context, row, login);
}
