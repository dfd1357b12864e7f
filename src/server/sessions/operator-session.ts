import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Operator, OperatorRole } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import { keep, peek, renew, take } from './login-state.ts';

/** A login of an operator, which is no session of a person. */
export type OperatorSession = {
  /** Its secret number, which the cookie has. */
  number: string;
  operator: Operator;
  roles: readonly OperatorRole[];
};

type Stored = Omit<OperatorSession, 'number'> & {
  /** ISO 8601. */
  endsAt: string;
  /** ISO 8601. */
  lastCall: string;
  /** Proves that the secret is still the one with which it was opened. */
  mark: string;
};

const MINUTE_MS = 60_000;
const keyOf = (number: string) => `operations:${createHash('sha256').update(number).digest('base64url')}`;

/**
 * Opens a login. Like a person's session it ends when nobody calls for a while, and after a time in any case; and with
 * the secret that opened it: the token, or the portal's secret at the provider.
 * @returns its number
 */
export async function openOperatorSession(
  context: ServerContext,
  { operator, roles }: Omit<OperatorSession, 'number'>,
): Promise<string> {
  const { config, now } = context;
  const number = randomBytes(24).toString('base64url');
  const endsAt = new Date(now().getTime() + config.SESSION_ABSOLUTE_MINUTES * MINUTE_MS).toISOString();
  const mark = markOf(context, operator.way) ?? '';
  const stored: Stored = { operator, roles, endsAt, lastCall: now().toISOString(), mark };
  await keep(context, keyOf(number), stored, minutesLeft(context, stored));
  return number;
}

/** Returns the login of a number, which lasts longer by this call; null when there is none, or it has ended. */
export async function readOperatorSession(
  context: ServerContext,
  number: string,
): Promise<OperatorSession | null> {
  const stored = await peek<Stored>(context, keyOf(number));
  if (stored === null || stored.mark !== markOf(context, stored.operator.way)) return null;
  const { operator, roles } = stored;
  const at = context.now();
  // Not each call writes.
  const unwrittenMs = Math.min(MINUTE_MS, (context.config.SESSION_IDLE_MINUTES * MINUTE_MS) / 10);
  if (at.getTime() - Date.parse(stored.lastCall) >= unwrittenMs) {
    const next = { ...stored, lastCall: at.toISOString() };
    const isThere = await renew(context, keyOf(number), next, minutesLeft(context, next));
    if (!isThere) return null;
  }
  return { number, operator, roles };
}

/** Ends a login. @returns what it was; null when there was none */
export async function endOperatorSession(
  context: ServerContext,
  number: string,
): Promise<OperatorSession | null> {
  const stored = await take<Stored>(context, keyOf(number));
  return stored && { number, operator: stored.operator, roles: stored.roles };
}

function minutesLeft({ config, now }: ServerContext, { endsAt }: Stored): number {
  const untilEnd = (Date.parse(endsAt) - now().getTime()) / MINUTE_MS;
  return Math.min(config.SESSION_IDLE_MINUTES, untilEnd);
}

/** Null where there is no such way in now. */
function markOf({ config }: ServerContext, way: Operator['way']): string | null {
  const secret = way === 'token' ? config.OPERATIONS_TOKEN : config.OPERATORS_CLIENT_SECRET;
  if (secret === undefined) return null;
  return createHmac('sha256', secret).update(`login of an operator by ${way}`).digest('base64url');
}
