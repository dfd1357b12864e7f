import type { HeldApplication, LeftAccount } from '#contract/auth.ts';
import type { Erasure } from '#contract/person.ts';
import type { ServerContext } from '#server/context.ts';
import { keep, peek } from './login-state.ts';
import { type Session, tokenHashOf } from './session.ts';

/** Answers to a browser at the end of its session, by the kind of end. */
type Farewells = {
  /** The account that was left; null where there was none. */
  logout: LeftAccount | null;
  /** The fate of the applications. */
  erasure: readonly HeldApplication[];
  /** Everything that was deleted of a person, and what has stayed. */
  deletion: Erasure;
};

/** Time enough to notice that no answer came, and to ask again. */
const KEPT_MINUTES = 5;

const keyOf = (end: keyof Farewells, tokenHash: string): string => `farewell:${end}:${tokenHash}`;

/**
 * Stores the answer to a browser at the end of its session for a while. When the answer gets lost, the browser asks
 * again with the cookie that it still has.
 */
export const keepFarewell = <End extends keyof Farewells>(
  context: ServerContext,
  { tokenHash }: Pick<Session, 'tokenHash'>,
  end: End,
  told: Farewells[End],
): Promise<void> => keep(context, keyOf(end, tokenHash), told, KEPT_MINUTES);

/** Returns the answer to the browser with this token; null when its session did not end so, or long ago. */
export const farewellOf = <End extends keyof Farewells>(
  context: ServerContext,
  token: string,
  end: End,
): Promise<Farewells[End] | null> => peek(context, keyOf(end, tokenHashOf(token)));
