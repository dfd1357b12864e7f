import type { Interrupted } from '#domain/interruption.ts';
import { useLocale } from './portal-context.tsx';
import { useSettings } from './settings-context.tsx';

/** The sentence of what operators have paused, in the reader's language; undefined while it goes on. */
export const usePause = (what: Interrupted): string | undefined => useSettings().pauses[what]?.[useLocale()];
