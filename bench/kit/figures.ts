/** One measured figure as the report prints it. */
export type Figure = {
  /** Name of the measurement, in words. */
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MB' | 'KiB' | 'per s' | '' | '×';
  /** The target of the figure, with the comparison. A missed target fails nothing. */
  budget?: { most: number } | { least: number } | { exactly: number };
  /** The least that this machine needs for the same task, in the same unit, measured in the same run. */
  floor?: { name: string; value: number };
};

export type Scenario = {
  title: string;
  /** The measured actions, in one sentence. */
  about: string;
  /** Returns all figures at the end, or each as soon as it is known. */
  measure(): Promise<Figure[]> | AsyncIterable<Figure>;
};

/** The value that `share` (0 to 1) of the values do not exceed; nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Milliseconds that a piece of work took, and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}
