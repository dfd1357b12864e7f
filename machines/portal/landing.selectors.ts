import type { SnapshotFrom } from 'xstate';
import type { portalMachine } from './portal.machine.ts';
import type { Landing } from './portal.types.ts';

type Snapshot = SnapshotFrom<typeof portalMachine>;

/** The provider's answer at the return; null before it arrives. */
export const selectSettlement = ({ context }: Snapshot) => context.settlement;
export const selectReturnProblem = ({ context }: Snapshot) => context.problem;

const returnings = ['asking', 'settled', 'unsettled'] as const;
export type Returning = (typeof returnings)[number];
/** State of the return from the payment provider; null on other pages. */
export const selectReturning = (snapshot: Snapshot): Returning | null =>
  returnings.find((returning) => snapshot.matches({ route: { returning } })) ?? null;

/** The trust level that the login of this window must reach; null where any will do. */
export const selectNeededLevel = ({ context }: Snapshot) => context.landing?.needed ?? null;

export type LandingScreen = 'paymentReturn' | 'handover' | 'logoutReturn' | Landing['way'] | 'nothing';
/**
 * Names the screen of a window between portal, login, payment and other portals.
 * @param isBackFromLogout the person reads how the logout at the account ended
 */
export function selectLanding(snapshot: Snapshot, isBackFromLogout: boolean): LandingScreen {
  if (selectReturning(snapshot)) return 'paymentReturn';
  if (snapshot.matches({ route: 'handingOver' })) return 'handover';
  if (isBackFromLogout) return 'logoutReturn';
  return snapshot.context.landing?.way ?? 'nothing';
}
