import type { AnyActorRef, Subscription } from 'xstate';
import { selectEmbedded, selectSaving } from '#machines/form/form.selectors.ts';
import type { FormActor } from './portal-context.tsx';

/** Calls back whenever a form has moved, or what shows it in a frame, or what saves it. @returns what ends that */
export function watchForm(form: FormActor, moved: () => void): () => void {
  const parts = new Map<AnyActorRef, Subscription>();
  const look = () => {
    const snapshot = form.getSnapshot();
    const inside: (AnyActorRef | undefined)[] = [selectEmbedded(snapshot), selectSaving(snapshot)];
    for (const part of inside) if (part && !parts.has(part)) parts.set(part, part.subscribe(moved));
    moved();
  };
  parts.set(form, form.subscribe(look));
  look();
  return () => {
    for (const part of parts.values()) part.unsubscribe();
  };
}
