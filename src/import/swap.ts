import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a hidden folder beside `target`, so that it can take its place by being renamed. Left behind by a
 * crash it does no harm: content passes over what is hidden.
 */
export function stagingBeside(target: string): string {
  mkdirSync(dirname(target), { recursive: true });
  return mkdtempSync(join(dirname(target), `.${basename(target)}-import-`));
}

/**
 * Puts a finished folder in the place of `target`. Either all of the new one stands there afterwards or, when
 * renaming fails, all of the old one.
 */
export function takePlace(staged: string, target: string): void {
  if (!existsSync(target)) {
    renameSync(staged, target);
    return;
  }
  const old = stagingBeside(target);
  const aside = join(old, 'old');
  renameSync(target, aside);
  try {
    renameSync(staged, target);
  } catch (error) {
    renameSync(aside, target);
    throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}
