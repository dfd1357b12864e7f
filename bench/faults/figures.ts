import type { Saver } from '#model-tests/http/savers.ts';
import type { Figure } from '../kit/figures.ts';

export const count = (name: string, value: number): Figure => ({ name, value, unit: '' });

/** A figure that must be zero. */
export const none = (name: string, value: number): Figure => ({
  ...count(name, value),
  budget: { exactly: 0 },
});

/** A figure that must reach the whole number. */
export const all = (name: string, value: number, of: number): Figure => ({
  ...count(name, value),
  budget: { exactly: of },
});

/** Saves that people made without a pause, and how many of them were lost. */
export const saved = (
  savers: readonly Pick<Saver, 'acknowledgedAt'>[],
  ends: readonly { lost: number }[],
): Figure[] => [
  count(
    'saves acknowledged',
    savers.reduce((sum, { acknowledgedAt }) => sum + acknowledgedAt.length, 0),
  ),
  none(
    'of them lost',
    ends.reduce((sum, { lost }) => sum + lost, 0),
  ),
];

export const seconds = (name: string, ms: number, most?: number): Figure => ({
  name,
  value: ms / 1000,
  unit: 's',
  ...(most !== undefined && { budget: { most } }),
});

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
