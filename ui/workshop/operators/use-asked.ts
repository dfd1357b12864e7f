import { useEffect, useState } from 'react';
import type { CallProblemCode } from '#domain/problem.ts';
import { problemOf } from '#machines/kit/problem.ts';

export type Asked<Answer> = { answer: Answer } | { problem: CallProblemCode } | 'waiting';

/**
 * The answer to a question, asked anew when `key` changes and by `again`; null asks nothing.
 * @param ask must have the same meaning for the same key
 */
export function useAsked<Answer>(
  key: string | null,
  ask: () => Promise<Answer>,
): { asked: Asked<Answer> | null; again: () => void } {
  const [times, setTimes] = useState(0);
  const [held, hold] = useState<{ key: string; asked: Asked<Answer> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked
  useEffect(() => {
    if (key === null) return;
    let isWanted = true;
    const take = (asked: Asked<Answer>) => {
      if (isWanted) hold({ key, asked });
    };
    ask().then(
      (answer) => take({ answer }),
      (error: unknown) => take({ problem: problemOf(error).code }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, times]);
  const asked = key === null ? null : held?.key === key ? held.asked : 'waiting';
  return { asked, again: () => setTimes((now) => now + 1) };
}
