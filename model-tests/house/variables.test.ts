import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { environment, type Name, purposeOf, secrets } from '#server/config/variables.ts';
import { productFiles, sourceOf } from './imports.ts';

const root = path.resolve(import.meta.dirname, '../..');
const names = Object.keys(environment.shape) as Name[];

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

it('finds the variables', () => {
  expect(names).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'PAYMENT_URL', 'STOP_SECONDS']));
});

it('operators read of each variable, by its name or with those of its partner', () => {
  const told = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const isTold = (name: string) =>
    told.includes(`\`${name}\``) || told.includes(`\`${name.split('_')[0]}_*\``);
  expect(names.filter((name) => !isTold(name))).toEqual([]);
});

it('a refused variable says what it is for, and where a page says more of it', () => {
  const unsaid: string[] = [];
  for (const name of names) {
    const { purpose, page } = purposeOf(name);
    expect(purpose, name).not.toBe('');
    const [file, anchor] = page.split('#');
    const text = readFileSync(path.join(root, 'docs', file!), 'utf8');
    const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading]) => anchorOf(heading!));
    if (anchor) expect(headings, name).toContain(anchor);
    const isSaid = [name, `${name.split('_')[0]}_*`].some((words) => text.includes(`\`${words}\``));
    if (!isSaid) unsaid.push(`${name} in ${file}`);
  }
  expect(unsaid).toEqual([]);
});

it('a secret is read by the configuration alone, which knows the files of secrets', () => {
  const besides = productFiles('src/server')
    .filter((file) => !file.startsWith('src/server/config/'))
    .filter((file) => /process\.env|ProcessEnv/.test(sourceOf(file)))
    .flatMap((file) => {
      const taken = Array.from(
        sourceOf(file).matchAll(
          /\{([^{}]*)\}\s*(?:=\s*process\.env\b|:\s*NodeJS\.ProcessEnv)|process\.env\.(\w+)/g,
        ),
        ([, names = '', name = '']) => `${names} ${name}`,
      ).join(' ');
      return secrets
        .filter((name) => new RegExp(`\\b${name}\\b`).test(taken))
        .map((name) => `${file}: ${name}`);
    });
  expect(besides).toEqual([]);
});
