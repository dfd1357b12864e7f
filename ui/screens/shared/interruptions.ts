import type { Interrupted } from '#domain/interruption.ts';
import { useLocale } from './portal-context.tsx';
import { usePauses } from './settings-context.tsx';

/** The sentence of what operators have paused, in the reader's language; null while it goes on. */
export function usePause(what: Interrupted): string | null {
  const locale = useLocale();
  return usePauses()[what]?.[locale] ?? null;
}
