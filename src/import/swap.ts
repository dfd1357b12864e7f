import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Creates a hidden folder next to `target`, which is later renamed to replace it: with the same permissions, because a
 * server under another user has to read it. Clears the remains of an import that
 * was killed; content ignores hidden files until then.
 */
export function stagingBeside(target: string): string {
  mkdirSync(dirname(target), { recursive: true });
  clearLeftovers(target);
  const staged = mkdtempSync(join(dirname(target), `${prefixOf(target)}${process.pid}-`));
  chmodSync(staged, existsSync(target) ? statSync(target).mode & 0o777 : 0o777 & ~process.umask());
  return staged;
}

const prefixOf = (target: string) => `.${basename(target)}-import-`;

/** Puts the old folder back if the process ended between its two renames. */
function clearLeftovers(target: string): void {
  const prefix = prefixOf(target);
  for (const name of readdirSync(dirname(target)).filter((other) => other.startsWith(prefix))) {
    const pid = Number(/^\d+(?=-)/.exec(name.slice(prefix.length))?.[0]);
    if (isRunning(pid)) continue;
    const leftover = join(dirname(target), name);
    if (existsSync(join(leftover, OLD)) && !existsSync(target)) renameSync(join(leftover, OLD), target);
    rmSync(leftover, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const OLD = 'old';

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
  const aside = join(old, OLD);
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
