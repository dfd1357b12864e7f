import { useSelector } from '@xstate/react';
import type { ProcessView } from '#contract/process.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { selectViewer } from '#machines/session/session.selectors.ts';
import { usePortal, useSession } from './portal-context.tsx';

/** Loss at the end of the session: without an account everything but the number of an application that was sent. */
export type EndKind = { kind: 'account' | 'anonymous'; ticket?: never } | Sent;
type Sent = { kind: 'sending' | 'sent'; ticket: string };

/** The rest of an application without an account that is being sent or was sent; null for all others. */
export function sentOf(process: ProcessView | null): Sent | null {
  if (process === null || process.facts.hasUser) return null;
  if (process.result) return { kind: 'sent', ticket: process.result.ticketNumber };
  if (!process.facts.running || !process.submission) return null;
  return { kind: 'sending', ticket: process.submission.ticketNumber };
}

/** The process of the application on the screen, as the window knows it; null on other pages. */
export const useProcess = (): ProcessView | null =>
  useSelector(usePortal(selectApplication), (snapshot) => snapshot?.context.process ?? null);

/** The loss that the coming end means for the person here. */
export function useEndKind(): EndKind {
  const viewer = useSession(selectViewer);
  const sent = sentOf(useProcess());
  return viewer === 'anonymous' ? (sent ?? { kind: 'anonymous' }) : { kind: 'account' };
}
