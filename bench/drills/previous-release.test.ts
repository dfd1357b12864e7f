import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkOutPrevious, NoRelease, releaseBefore } from './previous-release.ts';

it('the release before a version is the newest older one that goes on with a newer database', () => {
  const tags = ['v0.1.9', 'v0.2.0', 'v0.10.0', 'v0.9.3', 'v0.11.0', 'nightly', 'v0.10.1-rc.1', ''];
  expect(['0.11.0', '0.11.1', '0.10.0', '0.3.0', '0.2.0'].map((one) => releaseBefore(one, tags))).toEqual([
    'v0.10.0',
    'v0.11.0',
    'v0.9.3',
    'v0.2.0',
    null,
  ]);
});

/** A repository with one commit, and what it needs of a version. */
function repository(): { folder: string; git: (...args: string[]) => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'repository-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
    });
  git('init', '-q');
  writeFileSync(path.join(folder, 'package-lock.json'), '{"packages":{"":{"version":"0.2.0"}}}');
  git('add', '.');
  git('commit', '-qm', 'one');
  return { folder, git };
}

it('a clone without the tag says so, and what helps', () => {
  const { folder } = repository();
  expect(() => checkOutPrevious(folder, '0.3.0')).toThrow(NoRelease);
  expect(() => checkOutPrevious(folder, '0.3.0')).toThrow(
    /No tag of a release before 0\.3\.0 .* git fetch --tags/,
  );
  const shallow = mkdtempSync(path.join(tmpdir(), 'shallow-'));
  onTestFinished(() => rmSync(shallow, { recursive: true, force: true }));
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${folder}`, shallow]);
  // One commit is the whole history, so the clone has to be told that it is not.
  writeFileSync(
    path.join(shallow, '.git/shallow'),
    execFileSync('git', ['rev-parse', 'HEAD'], { cwd: shallow }),
  );
  expect(() => checkOutPrevious(shallow, '0.3.0')).toThrow(/shallow: git fetch --tags --unshallow/);
});

it('the release is checked out with the libraries that are here, and removed again', () => {
  const { folder, git } = repository();
  git('tag', 'v0.2.0');
  writeFileSync(path.join(folder, 'package-lock.json'), '{"packages":{"":{"version":"0.3.0"}}}');
  const release = checkOutPrevious(folder, '0.3.0');
  expect(readFileSync(path.join(release.folder, 'package-lock.json'), 'utf8')).toContain('0.2.0');
  expect(release.tag).toBe('v0.2.0');
  release.remove();
  expect(() => readFileSync(path.join(release.folder, 'package-lock.json'))).toThrow();
});
