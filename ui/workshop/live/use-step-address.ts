import { useEffect, useRef } from 'react';
import { useReading } from '../reading-context.ts';

/** Pause after which an address is written: browsers refuse many in a row, as a slider would make them. */
const PAUSE_MS = 300;

/**
 * Keeps the step that is shown in the address, so that it can be sent and opens there again.
 * @param step null while the latest is followed
 */
export function useStepAddress(step: number | null): void {
  const { place, go } = useReading();
  const here = useRef({ place, go });
  here.current = { place, go };
  useEffect(() => {
    const timer = setTimeout(() => {
      const { place: now, go: lead } = here.current;
      const wanted = step === null ? '' : String(step);
      if ((now.step ?? '') !== wanted) lead({ ...now, step: wanted }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [step]);
}
