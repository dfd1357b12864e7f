import { useSelector } from '@xstate/react';
import type { ProcessView } from '#contract/process.ts';
import { isDelivered } from '#domain/delivered.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { selectViewer } from '#machines/session/session.selectors.ts';
import { usePortal, useSession } from './portal-context.tsx';

/** Loss at the end of the session: without an account everything but the number of an application that was sent. */
export type EndKind = { kind: 'account' | 'anonymous'; ticket?: never } | Sent;
type Sent = { kind: 'sending' | 'sent'; ticket: string };

/** An application that is being sent, or that the authority has, with its number; null for all others. */
export function sentOf(process: ProcessView | null): Sent | null {
  if (process?.result) return { kind: 'sent', ticket: process.result.ticketNumber };
  if (!process?.submission) return null;
  const { ticketNumber } = process.submission;
  if (process.facts.running) return { kind: 'sending', ticket: ticketNumber };
  return isDelivered(process) ? { kind: 'sent', ticket: ticketNumber } : null;
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
