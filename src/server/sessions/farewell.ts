import type { LeftAccount } from '#domain/logout.ts';
import type { HeldApplication } from '#domain/session.ts';
import type { ServerContext } from '#server/context.ts';
import { keep, peek } from './login-state.ts';
import { type Session, tokenHashOf } from './session.ts';

/** What a browser is told when its session ends, by how it ends. */
type Farewells = {
  /** The account that was left; null where there was none. */
  logout: LeftAccount | null;
  /** What became of the applications. */
  erasure: readonly HeldApplication[];
};

/** Time enough to notice that no answer came, and to ask again. */
const KEPT_MINUTES = 5;

const keyOf = (end: keyof Farewells, tokenHash: string): string => `farewell:${end}:${tokenHash}`;

/**
 * Keeps for a while what a browser is told when its session ends: when that answer gets lost, the browser asks again
 * with the cookie that it still has.
 */
export const keepFarewell = <End extends keyof Farewells>(
  context: ServerContext,
  { tokenHash }: Pick<Session, 'tokenHash'>,
  end: End,
  told: Farewells[End],
): Promise<void> => keep(context, keyOf(end, tokenHash), told, KEPT_MINUTES);

/** What the browser with this token was told; null when its session did not end so, or long ago. */
export const farewellOf = <End extends keyof Farewells>(
  context: ServerContext,
  token: string,
  end: End,
): Promise<Farewells[End] | null> => peek(context, keyOf(end, tokenHashOf(token)));
