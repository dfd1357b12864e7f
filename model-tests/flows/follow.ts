import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import type { Live } from './live.ts';

/** An event, the answer or the failure of a call, or a period of time. */
type Happening =
  | EventObject
  | { answer: string; output?: unknown }
  | { refuse: string; error?: unknown }
  | { passMs: number };

/** An event, the state that it leads to, and known facts there. */
export type Step = [happening: Happening, state: string, known?: object];

/**
 * Follows a way through a flow that is written by hand, state by state: generated paths follow the machine wherever it
 * leads, and cannot tell that it leads elsewhere.
 */
export async function follow(live: Live, steps: readonly Step[]): Promise<void> {
  for (const [at, [happening, state, known]] of steps.entries()) {
    if ('answer' in happening) await live.answer(happening.answer, happening.output);
    else if ('refuse' in happening) await live.refuse(happening.refuse, happening.error);
    else if ('passMs' in happening) await live.passTime(happening.passMs);
    else await live.bring(happening);
    const what = `step ${at + 1}: ${JSON.stringify(happening)}`;
    expect(live.state(), what).toBe(state);
    if (known) expect(live.snapshot().context, what).toMatchObject(known);
  }
}
