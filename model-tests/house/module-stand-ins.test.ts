import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const STAND_IN = `vi.${'mock'}(`;
const FRESH = ['vi.hoisted(() => vi.resetModules());', 'afterAll(() => vi.resetModules());'];

it('a test file of screens with stand-ins for modules loads them anew before and after it', () => {
  const sources = globSync('{ui,src/browser}/**/*.test.{ts,tsx}', { cwd: root })
    .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ source }) => source.includes(STAND_IN));
  expect(sources.length).toBeGreaterThan(0);
  const careless = sources.filter(({ source }) => !FRESH.every((line) => source.includes(line)));
  expect(careless.map(({ file }) => file)).toEqual([]);
});
