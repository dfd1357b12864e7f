import type { SnapshotFrom } from 'xstate';
import type { accountLogoutMachine } from './accountLogout.machine.ts';

type Snapshot = SnapshotFrom<typeof accountLogoutMachine>;

export type Told = 'offered' | 'open' | 'confirmed' | 'unconfirmed';
const told: readonly Told[] = ['offered', 'open', 'confirmed', 'unconfirmed'];

/** The message about the account after a logout; null when there is none. */
export const selectTold = (snapshot: Snapshot): Told | null =>
  told.find((state) => snapshot.matches(state)) ?? null;

/** The end of the logout at the account, after the return from there; null when no message shows it. */
export const selectReturned = (snapshot: Snapshot): 'confirmed' | 'unconfirmed' | null =>
  (['confirmed', 'unconfirmed'] as const).find((state) => snapshot.matches(state)) ?? null;

/** The account that was left. */
export const selectLeftProvider = ({ context }: Snapshot) => context.providerId;

/** The browser is on its way to the account; `silent`: its page does not come. */
export function selectWay(snapshot: Snapshot): 'waiting' | 'silent' | null {
  if (snapshot.matches({ leaving: 'silent' })) return 'silent';
  return snapshot.matches('leaving') ? 'waiting' : null;
}
