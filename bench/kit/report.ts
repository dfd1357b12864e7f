import { cpus, release, totalmem, type } from 'node:os';
import type { Figure } from './figures.ts';

/** One line per figure: name, value, budget and whether it is kept, the floor and the value as a multiple of it. */
export function lineOf(figure: Figure): string {
  const { name, value, unit, budget, floor } = figure;
  const columns = [name.padEnd(58), `${show(value)} ${unit}`.trim().padStart(12)];
  if (budget)
    columns.push(`${wish(budget)} ${unit}`.trim().padEnd(16), kept(value, budget) ? 'kept  ' : 'MISSED');
  if (floor) columns.push(`${show(value / floor.value)} × ${floor.name} (${show(floor.value)} ${unit})`);
  return `  ${columns.join('  ').trimEnd()}`;
}

/** The machine that the figures were measured on. */
export function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} × ${processors[0]?.model ?? 'unknown'}, ${memory} GB, ${type()} ${release()}, Node ${process.version}`;
}

type Budget = NonNullable<Figure['budget']>;

function wish(budget: Budget): string {
  if ('most' in budget) return `at most ${budget.most}`;
  return 'least' in budget ? `at least ${budget.least}` : `exactly ${budget.exactly}`;
}

function kept(value: number, budget: Budget): boolean {
  if ('most' in budget) return value <= budget.most;
  return 'least' in budget ? value >= budget.least : value === budget.exactly;
}

function show(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}
