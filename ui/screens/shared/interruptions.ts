import { useEffect, useState } from 'react';
import type { Interrupted, ShownInterruption } from '#domain/interruption.ts';
import { useLocale } from './portal-context.tsx';
import { useInterruptions } from './settings-context.tsx';

/** Longest time that a timer of a browser can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** The sentence of what operators have paused, in the reader's language; null while it goes on. */
export function usePause(what: Interrupted): string | null {
  const locale = useLocale();
  const paused = useInterruptions().find((one) => one.what === what && one.state === 'inForce');
  return paused?.sentence[locale] ?? null;
}

/** The maintenance that is announced, until its end; null without one. */
export function useMaintenance(): ShownInterruption | null {
  const announced = useInterruptions().find(({ what }) => what === 'maintenance') ?? null;
  const until = announced?.until ?? null;
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return undefined;
    const left = Date.parse(until) - Date.now();
    const timer = setTimeout(() => left <= LONGEST_MS && setOver(until), Math.min(left, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [until]);
  return over === until ? null : announced;
}
