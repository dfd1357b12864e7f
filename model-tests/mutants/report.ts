import path from 'node:path';
import { sourceOf } from '../house/imports.ts';
import { THRESHOLDS } from './catalogue.ts';
import type { Mutant } from './mutant.ts';
import type { Fate } from './run.ts';

/** The change as a diff of whole lines. */
export function diffOf(mutant: Mutant): string {
  const lines = sourceOf(mutant.file).split('\n');
  const length = mutant.original.split('\n').length;
  const before = lines.slice(mutant.line - 1, mutant.line - 1 + length);
  const after = before
    .join('\n')
    .replace(mutant.original, () => mutant.replacement)
    .split('\n');
  const marked = (mark: string, shown: string[]) => shown.map((line) => `${mark} ${line}`);
  const removed = after.filter((line) => line.trim() !== '');
  return [
    `${mutant.file}:${mutant.line}  ${mutant.operator}  ${mutant.id}`,
    ...marked('-', before),
    ...marked('+', removed),
  ].join('\n');
}

/** A mutant in one line. */
export function lineOf({ id, file, line, operator, original, replacement }: Mutant): string {
  const short = (text: string) => {
    const flat = text.replace(/\s+/g, ' ');
    return flat.length > 60 ? `${flat.slice(0, 57)}…` : flat;
  };
  return `${id}  ${file}:${line}  ${operator}: ${short(original)} → ${short(replacement) || '(removed)'}`;
}

/** The kill rate of each folder, and of those with a threshold, whether it is reached. */
export function summary(fates: Fate[], isSample: boolean): { lines: string[]; isEnough: boolean } {
  const folders = [...new Set(fates.map(({ mutant }) => folderOf(mutant.file)))].sort();
  const rows = folders.map((folder) =>
    row(
      folder,
      fates.filter(({ mutant }) => folderOf(mutant.file) === folder),
    ),
  );
  const totals = THRESHOLDS.flatMap(({ folder, percent }) => {
    const within = fates.filter(({ mutant }) => mutant.file.startsWith(`${folder}/`));
    if (within.length === 0) return [];
    const isEnough = isSample
      ? mayBeEnough(within.length - killed(within), within.length, percent)
      : rate(within) >= percent;
    return [{ isEnough, line: `${row(folder, within)}  of ${percent} %${isEnough ? '' : ' – too few'}` }];
  });
  return {
    lines: [...rows, '', ...totals.map(({ line }) => line)],
    isEnough: totals.every(({ isEnough }) => isEnough),
  };
}

const folderOf = (file: string) =>
  file.split('/').length < 3
    ? path.dirname(file)
    : file
        .split('/')
        .slice(0, file.startsWith('machines/') ? 2 : 3)
        .join('/');

/** Greatest accepted probability that a sample falls short although enough of all mutants are killed. */
const RARE = 1e-4;

/**
 * True if as many of a sample were killed as expected when `percent` of all are: in a small sample, more may survive by
 * chance (binomial distribution).
 */
export function mayBeEnough(survivors: number, tried: number, percent: number): boolean {
  const share = 1 - percent / 100;
  let probability = (1 - share) ** tried;
  let fewer = 0;
  for (let count = 0; count < survivors; count++) {
    fewer += probability;
    probability *= ((tried - count) / (count + 1)) * (share / (1 - share));
  }
  return 1 - fewer >= RARE;
}

const killed = (fates: Fate[]) => fates.filter(({ fate }) => fate === 'killed').length;

const rate = (fates: Fate[]) => (100 * killed(fates)) / fates.length;

const row = (folder: string, fates: Fate[]) =>
  `${folder.padEnd(28)}${String(killed(fates)).padStart(5)} of ${String(fates.length).padStart(5)}  ${rate(fates).toFixed(1).padStart(5)} %`;
