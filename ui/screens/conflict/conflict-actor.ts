import type { ActorRefFrom } from 'xstate';
import type { conflictMachine } from '#machines/conflict/conflict.machine.ts';

/** The decision under way. */
export type ConflictActor = ActorRefFrom<typeof conflictMachine>;
