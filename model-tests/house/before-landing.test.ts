import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The command that a forge runs, and the hooks that are offered. */

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { engines, scripts } = JSON.parse(read('package.json')) as Record<'engines' | 'scripts', object>;

describe.each(['.github/workflows/ci.yml', '.gitlab-ci.yml'])('%s', (file) => {
  it('runs what every change has to pass, on the Node and npm that the project asks for', () => {
    const definition = read(file);
    expect(definition).toMatch(/^\s*- (?:run: )?\.ci\/run$/m);
    expect(definition).toMatch(/node(?::|-version: )20\b/);
    expect(definition).toContain('npm install --global npm@11');
    expect(engines).toMatchObject({
      node: expect.stringContaining('20'),
      npm: expect.stringContaining('11'),
    });
  });
});

it('the hook before a commit runs scripts that there are', () => {
  const asked = [...read('.ci/hooks/pre-commit').matchAll(/npm run --silent (\w+)/g)].map(
    ([, name]) => name!,
  );
  expect(asked).toEqual(['typecheck', 'lint', 'unused']);
  for (const name of asked) expect(scripts).toHaveProperty(name);
});

describe('the hook for a message', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'message-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const isTaken = (subject: string) => {
    const file = join(folder, 'message');
    writeFileSync(file, `${subject}\n\nMore about it, in lines as long as they need to be.\n`);
    return spawnSync(join(root, '.ci/hooks/commit-msg'), [file]).status === 0;
  };

  it.each([
    'fix(upload): a file is sent again',
    'refactor!: one id names a rule',
    `docs: ${'x'.repeat(66)}`,
    'Revert "fix: what was right"',
  ])('takes %s', (subject) => expect(isTaken(subject)).toBe(true));

  it.each(['a file is sent again', 'fix(upload) a file', 'fixes: a file', `docs: ${'x'.repeat(67)}`])(
    'refuses %s',
    (subject) => expect(isTaken(subject)).toBe(false),
  );
});
