import { useSelector } from '@xstate/react';
import type { LoginWay } from '#domain/login-ways.ts';
import { answersMayBeSaved, waysToKeep } from '#machines/application/application.ways.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { selectAccount, selectIsOver } from '#machines/session/session.selectors.ts';
import { useKeepingActor, usePortal, useSession } from '../shared/portal-context.tsx';
import { useLoginsHere } from '../shared/settings-context.tsx';

type Keeping = {
  /** Logins that make the application the person's own. */
  ways: readonly LoginWay[];
  /** Whether the answers can become a file. */
  file: boolean;
  request: () => void;
};

/**
 * Returns the ways to keep the application on the screen, begun without an account; null where there is none or none is
 * needed.
 */
export function useKeeping(): Keeping | null {
  const keeping = useKeepingActor();
  const process = useSelector(usePortal(selectApplication), (snapshot) => snapshot?.context.process ?? null);
  const account = useSession(selectAccount);
  // In these states nothing is left to be kept.
  const isOver = useSession(selectIsOver);
  const ways = waysToKeep(process, useLoginsHere(), account);
  const file = answersMayBeSaved(process, account);
  if (isOver || keeping === undefined || (ways.length === 0 && !file)) return null;
  return { ways, file, request: () => keeping.send({ type: 'keeping.requested' }) };
}
