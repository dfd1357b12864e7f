import type { ActorRefFrom } from 'xstate';
import type { handoverMachine } from '#machines/handover/handover.machine.ts';
import { selectHandover } from '#machines/portal/portal.selectors.ts';
import { usePortal } from '../shared/portal-context.tsx';

export type HandoverActor = ActorRefFrom<typeof handoverMachine>;

/** The flow of a person between this portal and another one; undefined on other pages. */
export const useHandover = (): HandoverActor | undefined => usePortal(selectHandover);
