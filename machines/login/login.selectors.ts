import type { SnapshotFrom } from 'xstate';
import type { loginMachine } from './login.machine.ts';

type Snapshot = SnapshotFrom<typeof loginMachine>;

/** A link names a login, and the person has not chosen it yet. */
export const selectIsNamed = (snapshot: Snapshot): boolean => snapshot.matches('named');
/** The browser is on its way to the provider. */
export const selectIsLeaving = (snapshot: Snapshot): boolean => snapshot.hasTag('leaving');
/** The provider's page does not come. */
export const selectProviderIsSilent = (snapshot: Snapshot): boolean =>
  snapshot.matches({ handingOver: 'silent' });
/** The provider that is being asked, or was asked last; undefined before a login. */
export const selectAskedProvider = ({ context }: Snapshot): string | undefined => context.query?.providerId;

/** A login was requested here, and the person did not go through with it. */
export const selectIsGivenUp = (snapshot: Snapshot): boolean =>
  snapshot.matches('idle') && snapshot.context.query !== null;

/** A login was requested on this page, and has neither led away from it nor come back. */
export const selectIsUnderWay = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('leaving') ||
  snapshot.hasTag('card') ||
  selectIsGivenUp(snapshot) ||
  snapshot.context.problem !== null;

export type CardStep = 'preparing' | 'onPhone' | 'asking' | 'notRunning' | 'unclear';
const cardSteps: readonly CardStep[] = ['preparing', 'onPhone', 'asking', 'notRunning', 'unclear'];
/** The progress of the preparation for the online ID card; null while nobody asked for it. */
export const selectCardStep = (snapshot: Snapshot): CardStep | null =>
  cardSteps.find((card) => snapshot.matches({ card })) ?? null;

/** The outcome of the login, while a screen shows it. */
export const selectLoginOutcome = (snapshot: Snapshot): 'succeeded' | 'cancelled' | 'failed' | null =>
  (['succeeded', 'cancelled', 'failed'] as const).find((outcome) => snapshot.matches(outcome)) ?? null;

/** The problem for which the login failed, where that is known here; a failure at the provider is not. */
export const selectLoginProblem = ({ context }: Snapshot) => context.problem;
/** The reason for which a completed login does not count; null for any other end. */
export const selectLoginRefusal = ({ context }: Snapshot) => context.refusal;
/** The query of the login that has ended, if this window knows it. */
export const selectLoginQuery = ({ context }: Snapshot) => context.query;
/** The person is back from a login that should keep their entries, which no account kept before. */
export const selectKeptByLogin = (snapshot: Snapshot): boolean =>
  snapshot.matches('succeeded') && snapshot.context.query?.keeps === true;
/** The login has been withdrawn since the page was loaded. */
export const selectIsWithdrawn = ({ context }: Snapshot): boolean =>
  context.problem?.code === 'input-invalid';
export const selectCanBeRetried = (snapshot: Snapshot): boolean => snapshot.can({ type: 'login.retried' });
