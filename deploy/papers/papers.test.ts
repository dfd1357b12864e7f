import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAdvisories, weaknessesOf } from './advisories.ts';
import { unknownLicences } from './licences.ts';
import { type Part, partsOf, sbom } from './parts.ts';

const part = (name: string, version: string, licence: string | null = 'MIT'): Part => ({
  name,
  version,
  licence,
});

describe('what the product ships', () => {
  const parts = partsOf(sbom());

  it('is in the SBOM: every library of the lock that is not of developers alone', () => {
    const { packages } = JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'),
    ) as { packages: Record<string, { dev?: true; optional?: true; devOptional?: true }> };
    const names = new Set(parts.map(({ name }) => name));
    const nameOf = (folder: string) => folder.split('node_modules/').at(-1) ?? '';
    const shipped = Object.entries(packages).filter(
      ([folder, it]) => folder !== '' && !it.dev && !it.optional && !it.devOptional,
    );
    expect(shipped.map(([folder]) => nameOf(folder)).filter((name) => !names.has(name))).toEqual([]);
    expect([...names]).toEqual(expect.arrayContaining(['fastify', 'react', 'node', 'zod']));
    expect(names).not.toContain('vitest');
  });

  it('has licences that somebody has agreed to', () => {
    expect(unknownLicences(parts)).toEqual([]);
  });
});

describe('licences', () => {
  const isRefused = (licence: string | null, name = 'some') =>
    unknownLicences([part(name, '1.0.0', licence)]).length === 1;

  it.each([
    ['MIT', false],
    ['AGPL-3.0', true],
    [null, true],
    ['SEE LICENSE IN FILE', true],
    ['(MIT OR AGPL-3.0)', false],
    ['MIT AND AGPL-3.0', true],
    ['MIT AND ISC', false],
  ])('%s: refused %s', (licence, refused) => {
    expect(isRefused(licence)).toBe(refused);
  });

  it('that were looked at are refused once they have changed', () => {
    expect(isRefused('LGPL-3.0', 'libheif-js')).toBe(false);
    expect(isRefused('LGPL-3.0', 'other')).toBe(true);
    expect(isRefused('AGPL-3.0', 'libheif-js')).toBe(true);
    expect(isRefused('MIT', 'libheif-js')).toBe(true);
  });

  it('of several kinds in an SBOM are read', () => {
    const component = (licenses?: unknown[]) => ({
      name: 'x',
      version: '1.0.0',
      ...(licenses && { licenses }),
    });
    const read = partsOf(
      JSON.stringify({
        bomFormat: 'CycloneDX',
        components: [
          component([{ license: { id: 'MIT' } }]),
          component([{ license: { name: 'Own' } }]),
          component([{ expression: 'MIT OR ISC' }]),
          component([{ license: { id: 'MIT' } }, { license: { id: 'ISC' } }]),
          component(),
        ],
      }),
    );
    expect(read.map(({ licence }) => licence)).toEqual(['MIT', 'Own', 'MIT OR ISC', 'MIT AND ISC', null]);
  });
});

describe('advisories', () => {
  const about = (affected: object, more: object = {}) =>
    JSON.stringify({
      id: 'GHSA-1',
      summary: 'bad',
      affected: [{ package: { ecosystem: 'npm', name: 'pg' }, ...affected }],
      ...more,
    });
  const range = (...events: object[]) => ({ ranges: [{ type: 'SEMVER', events }] });
  const isWeak = (version: string, text: string) =>
    weaknessesOf([part('pg', version)], readAdvisories(text)).length === 1;

  it.each([
    ['8.0.0', range({ introduced: '0' }, { fixed: '8.0.1' }), true],
    ['8.0.1', range({ introduced: '0' }, { fixed: '8.0.1' }), false],
    ['8.0.1-beta.1', range({ introduced: '0' }, { fixed: '8.0.1' }), true],
    ['7.9.9', range({ introduced: '8.0.0' }), false],
    ['10.0.0', range({ introduced: '9.0.0' }), true],
    ['8.2.0', range({ introduced: '8.0.0' }, { last_affected: '8.2.0' }), true],
    ['8.2.1', range({ introduced: '8.0.0' }, { last_affected: '8.2.0' }), false],
    [
      '9.1.0',
      range({ fixed: '9.2.0' }, { introduced: '9.0.0' }, { fixed: '8.1.0' }, { introduced: '0' }),
      true,
    ],
    [
      '8.5.0',
      range({ introduced: '0' }, { fixed: '8.1.0' }, { introduced: '9.0.0' }, { fixed: '9.2.0' }),
      false,
    ],
    ['8.2.0', { versions: ['8.2.0'] }, true],
    ['8.2.1', { versions: ['8.2.0'] }, false],
    ['8.2.0', { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }, false],
  ])('of %s with %o concern it: %s', (version, affected, isConcerned) => {
    expect(isWeak(version, about(affected))).toBe(isConcerned);
  });

  it('of other packages, other registries, and those that were withdrawn do not count', () => {
    const all = range({ introduced: '0' });
    expect(isWeak('8.0.0', about(all))).toBe(true);
    expect(isWeak('8.0.0', about({ ...all, package: { ecosystem: 'PyPI', name: 'pg' } }))).toBe(false);
    expect(isWeak('8.0.0', about({ ...all, package: { ecosystem: 'npm', name: 'pg-boss' } }))).toBe(false);
    expect(isWeak('8.0.0', about(all, { withdrawn: '2026-01-01T00:00:00Z' }))).toBe(false);
  });

  it('are read one by one, as a list, and one a line; what is none is refused', () => {
    const one = about({ versions: ['1.0.0'] });
    for (const text of [one, `[${one},${one}]`, `${one}\n${one}\n`])
      expect(readAdvisories(text)[0]).toMatchObject({ id: 'GHSA-1' });
    expect(readAdvisories(`${one}\n${one}\n`)).toHaveLength(2);
    expect(() => readAdvisories('{"name":"no advisory"}')).toThrow();
    expect(() => readAdvisories('<html>')).toThrow();
  });
});
