import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { environment } from '#server/config/variables.ts';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, file), 'utf8');
const containerfile = read('Containerfile');

it('the image is made with the Node of the project', () => {
  const { dependencies } = JSON.parse(read('../../package.json')) as { dependencies: { node: string } };
  expect(containerfile).toContain(`FROM docker.io/library/node:${dependencies.node}-`);
});

it('every image that is built on is one version', () => {
  const bases = [
    ...containerfile.matchAll(/^FROM (\S*\/\S+)/gm),
    ...read('compose.trying.yml').matchAll(/image: (\S+)/g),
  ];
  expect(bases.map(([, name = '']) => name).filter((name) => !/:\d+\.\d+\S*$/.test(name))).toEqual([]);
});

it.each([
  'Containerfile',
  'compose.production.yml',
  '../systemd/portal.env',
  '../systemd/serviceportal@.service',
])('the variables in %s are the server’s own', (file) => {
  const names = read(file).match(/\b[A-Z]+(?:_[A-Z]+)+(?==|: )/g) ?? [];
  const known = new Set([
    ...Object.keys(environment.shape).flatMap((name) => [name, `${name}_FILE`]),
    'NODE_COMPILE_CACHE',
  ]);
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
