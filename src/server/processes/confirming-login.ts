import { loginWays } from '#domain/login-ways.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import { isSamePerson, type Session } from '#server/sessions/session.ts';
import type { ConfirmingLogin } from '#server/storage/tables.ts';
import { admissionRules } from './admission.ts';
import { formOfProcess, metadataOf } from './form.ts';
import { factsOf, type ProcessRow } from './row.ts';

const MINUTE_MS = 60_000;

/** Returns a login in the form that is stored with the application it was made to confirm (spec section 4). */
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
 * Whether the login that was made for this application confirms its completed data. It must be later than the
 * completion and belong to the acting person, and *its* level and provider must be those that the form needs,
 * whatever the session proves.
 */
export function isConfirmedByLogin(context: ServerContext, session: Session, row: ProcessRow): boolean {
  const login = loginOf(context, session, row);
  return login !== null && row.confirmedAt !== null && new Date(login.at) >= row.confirmedAt;
}

/** Whether no other person has made the login that is to confirm the application: several may act for a company. */
export const isWhoConfirmed = (session: Session, { confirmingLogin: login }: ProcessRow): boolean =>
  login === null || isSamePerson(session.identity, login);

/** Returns the login that has confirmed the application; one that was made for it without a take-over has not. */
export const whoConfirmed = (row: ProcessRow): ConfirmingLogin | null =>
  factsOf(row).loginConfirmed ? row.confirmingLogin : null;

/**
 * Whether a login that has confirmed the application still does after a correction: for some minutes, by the person
 * who made it (docs/decisions/0052-login-that-confirms.md).
 */
export function loginHolds(context: ServerContext, session: Session, row: ProcessRow): boolean {
  const login = loginOf(context, session, row);
  if (login === null || !factsOf(row).loginConfirmed) return false;
  const until = new Date(login.at).getTime() + context.config.CONFIRMING_LOGIN_MINUTES * MINUTE_MS;
  return context.now().getTime() <= until;
}

/** Whether a confirming login still counts after a change: only fields named by a data conflict may differ. */
export function loginOutlives(
  context: ServerContext,
  session: Session,
  row: ProcessRow,
  data: FormData,
): boolean {
  if (!loginHolds(context, session, row)) return false;
  const form = formOfProcess(context, row);
  const named = row.confirmingLogin?.correctable ?? [];
  // Without a conflict, a person who reopens the data confirms it anew.
  if (named.length === 0) return false;
  return form.enteredElse(row.data, data).every((key) => named.includes(key));
}

/** Adds fields that a data conflict has named to those that may be corrected. */
export const withCorrectable = (
  login: ConfirmingLogin | null,
  keys: readonly string[],
): ConfirmingLogin | null =>
  login && { ...login, correctable: [...new Set([...login.correctable, ...keys])] };

/** Returns the login made for an application, if it is sufficient and belongs to the acting person. */
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

/** Whether the login that has confirmed the application, if one had to, meets the present demands of the form. */
export function loginSuffices(context: ServerContext, row: ProcessRow): boolean {
  const login = whoConfirmed(row);
  return login === null || isEnough(context, row, login);
}
