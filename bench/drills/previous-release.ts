import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The release before this version cannot be had; the message says why, and what helps. */
export class NoRelease extends Error {}

/** The first version that goes on with a newer database. */
const FIRST = [0, 2, 0];

const numbersOf = (version: string): number[] => version.split('.').map(Number);
const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((part, index) => part - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/**
 * Returns the newest release before a version, by the tags of the releases.
 * @param tags names of tags, of which those of releases are `v` and three numbers
 */
export function releaseBefore(version: string, tags: readonly string[]): string | null {
  const releases = tags
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
    .filter((tag) => compare(numbersOf(tag.slice(1)), FIRST) >= 0)
    .filter((tag) => compare(numbersOf(tag.slice(1)), numbersOf(version)) < 0)
    .sort((a, b) => compare(numbersOf(a.slice(1)), numbersOf(b.slice(1))));
  return releases.at(-1) ?? null;
}

export type Release = { tag: string; folder: string; remove(): void };

/**
 * Checks out the release before this version, with the libraries that are here when it needs the same.
 * @throws NoRelease
 */
export function checkOutPrevious(root: string, version: string): Release {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const tag = releaseBefore(version, git('tag', '--list').split('\n'));
  if (tag === null) {
    const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
    throw new NoRelease(
      `No tag of a release before ${version} is here. ${
        isShallow
          ? 'This clone is shallow: git fetch --tags --unshallow brings them.'
          : `The drill needs one from v${FIRST.join('.')} on, the first that goes on with a newer database; git fetch --tags brings those that exist.`
      }`,
    );
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--quiet', '--detach', '--force', folder, tag);
    if (librariesOf(folder) === librariesOf(root))
      symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    else execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: 'inherit' });
  } catch (error) {
    remove();
    throw new NoRelease(`${tag} could not be made ready: ${(error as Error).message}`);
  }
  return { tag, folder, remove };
}

/** The libraries that a version installs, without its own number. */
function librariesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const { '': own, ...others } = packages;
  return JSON.stringify([{ ...own, version: null }, others]);
}
