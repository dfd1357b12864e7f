import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { germanDay } from '#domain/german-time.ts';
import { faultLines } from '#server/content/fault-lines.ts';
import type { ContentFault } from '#server/content/types.ts';
import { ImportRefused } from '../refused.ts';
import { stagingBeside, takePlace } from '../swap.ts';
import { faultsOf } from './check.ts';
import { collect } from './collect.ts';
import { ImportReport } from './report.ts';
import { build } from './write/build.ts';
import { MANIFEST, type Manifest, openTarget, type Target } from './write/target.ts';

export const REPORT_FILE = 'import-report.txt';

/** An import that would leave less than this share of the last import's services is a mistake. */
const LEAST_SHARE = 0.5;

/**
 * Imports XZuFi files into a content folder: everything they contain together, or nothing. Files of an earlier import
 * are removed. Files written by hand stay, and take precedence.
 * @param contentDir the content folder; created when it does not exist
 * @param options mayShrink: fewer than half of the last import's services may be left; today (YYYY-MM-DD): the day for
 * which periods of validity decide
 * @returns the report, and the faults of the folder that were there before and remain
 * @throws ImportRefused with the reasons; the folder is then unchanged
 */
export function importXzufi(
  files: readonly string[],
  contentDir: string,
  options: { mayShrink?: boolean; today?: string } = {},
): { report: string[]; remaining: ContentFault[] } {
  const dir = existsSync(contentDir) ? realpathSync(contentDir) : resolve(contentDir);
  const report = new ImportReport();
  const staging = stagingBeside(dir);
  try {
    const target = openTarget(dir);
    const collected = collect(
      files,
      join(staging, 'records'),
      report,
      options.today ?? germanDay(new Date()),
    );
    const built = join(staging, 'content');
    try {
      build(built, target, collected, report);
    } finally {
      collected.close();
    }
    rmSync(join(staging, 'records'), { recursive: true });
    leaveOutFaulty(built, target, report);
    const before = Object.keys(target.manifest.services).length;
    if (!options.mayShrink && report.counted('written: services') < before * LEAST_SHARE) {
      throw new ImportRefused([
        `of ${before} services of the last import ${report.counted('written: services')} would be left;`,
        'give all files of the state in one import (the complete one first), or add --may-shrink',
      ]);
    }
    const remaining = checked(built, dir, new Set(Object.values(target.manifest.services)));
    const lines = report.lines();
    writeFileSync(join(built, REPORT_FILE), `${lines.join('\n')}\n`);
    if (!existsSync(dir)) mkdirSync(dir);
    takePlace(built, dir);
    return { report: lines, remaining };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Removes imported services whose texts or figures the content refuses: one of them must not keep all others out.
 * Services with a form stay, so that the import is refused.
 */
function leaveOutFaulty(built: string, target: Target, report: ImportReport): void {
  const file = join(built, MANIFEST);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const ids = new Map(Object.entries(manifest.services).map(([id, slug]) => [slug, id]));
  const broken = Map.groupBy(faultsOf(built), (fault) => /^services\/([^/]+)\//.exec(fault.file)?.[1] ?? '');
  for (const [slug, faults] of broken) {
    const id = ids.get(slug);
    if (id === undefined || target.hasForm(slug)) continue;
    for (const { file: where, line, reason } of faults) {
      report.skip('services that the content cannot have', `${where}:${line}: ${reason}`);
    }
    rmSync(join(built, 'services', slug), { recursive: true });
    delete manifest.services[id];
    report.count('written: services', -1);
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 1)}\n`);
}

/** Returns faults that were there before; a new one refuses the import. */
function checked(built: string, dir: string, imported: Set<string>): ContentFault[] {
  const faults = faultsOf(built);
  if (faults.length === 0) return [];
  const identity = ({ file, reason }: ContentFault) => `${file}: ${reason}`;
  const before = new Set(faultsOf(dir, imported).map(identity));
  const added = faults.filter((fault) => !before.has(identity(fault)));
  if (added.length > 0) {
    throw new ImportRefused([
      'the content would have faults that it does not have now:',
      ...faultLines(added.slice(0, 50)),
    ]);
  }
  return faults;
}
