import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installedPackages, packagesOf } from './packages.ts';

describe('the packages of a source', () => {
  it('are those that it loads, of Node and of its own project none', () => {
    const source = `
      import fs from 'node:fs';
      import path from 'path';
      import { pino } from 'pino';
      import * as z from 'zod/mini';
      import '@fastify/cookie';
      import { own } from './own.ts';
      import { alias } from '#server/log.ts';
      export { sql } from 'kysely/helpers';
      const later = () => import('yazl');
      const font = require.resolve(\`@kern-ux/native/fonts/\${weight}.woff\`);`;
    expect(packagesOf('x.ts', source)).toEqual([
      '@fastify/cookie',
      '@kern-ux/native',
      'kysely',
      'pino',
      'yazl',
      'zod',
    ]);
  });

  it('are not those of types alone', () => {
    const source = `
      import type { Font } from 'fontkit';
      export type { Kysely } from 'kysely';
      import { type PGlite } from '@electric-sql/pglite';`;
    // Node takes the name out of the last one, and still loads the package.
    expect(packagesOf('x.ts', source)).toEqual(['@electric-sql/pglite']);
  });
});

describe('the folders of packages', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'packages-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const install = (folder: string, manifest: object = {}) => {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify(manifest));
  };

  it('have all that a package needs, found as Node finds it', () => {
    install('node_modules/pg', { dependencies: { split: '1', '@a/b': '1' } });
    install('node_modules/split');
    install('node_modules/pg/node_modules/split', { dependencies: { deep: '1' } });
    install('node_modules/@a/b', { dependencies: { split: '1', pg: '1' } });
    install('node_modules/deep');
    install('node_modules/unused');
    expect(installedPackages(root, ['pg'])).toEqual([
      'node_modules/@a/b',
      'node_modules/deep',
      'node_modules/pg',
      'node_modules/pg/node_modules/split',
      'node_modules/split',
    ]);
  });

  it('have peers, but not those that a package can do without', () => {
    install('node_modules/ajv-formats', {
      peerDependencies: { ajv: '8', typescript: '5' },
      peerDependenciesMeta: { typescript: { optional: true } },
    });
    install('node_modules/ajv');
    install('node_modules/typescript');
    expect(installedPackages(root, ['ajv-formats'])).toEqual([
      'node_modules/ajv',
      'node_modules/ajv-formats',
    ]);
  });

  it('have what is optional where it is installed', () => {
    install('node_modules/yazl', { optionalDependencies: { native: '1', faster: '1' } });
    install('node_modules/faster');
    expect(installedPackages(root, ['yazl'])).toEqual(['node_modules/faster', 'node_modules/yazl']);
  });

  it('cannot be told of what is not installed', () => {
    install('node_modules/pg', { dependencies: { split: '1' } });
    expect(() => installedPackages(root, ['pg'])).toThrow(
      'split is not installed, which node_modules/pg needs',
    );
    expect(() => installedPackages(root, ['ky'])).toThrow('ky is not installed, which the server needs');
  });
});
