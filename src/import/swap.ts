import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Creates a hidden folder next to `target`, so that it can replace it by being renamed. If a crash leaves it behind, it
 * does no harm: content ignores hidden files.
 */
export function stagingBeside(target: string): string {
  mkdirSync(dirname(target), { recursive: true });
  return mkdtempSync(join(dirname(target), `.${basename(target)}-import-`));
}

/**
 * Replaces `target` with a finished folder. Afterwards it is wholly the new one or, when renaming fails, wholly the old
 * one.
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
