import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = '**/*.{js,css,html,svg,json,txt,wasm}';

/**
 * Writes a brotli and a gzip copy next to each text file of the build, for the server to send unchanged. Files of the
 * workshop are compressed after the rest: a copy that exists already is kept.
 */
export function compress(): Plugin {
  let outDir = 'dist';
  return {
    name: 'compress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'workshop',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      for await (const file of glob(TEXT, { cwd: outDir })) {
        const target = path.join(outDir, file);
        if (existsSync(`${target}.br`)) continue;
        const content = await readFile(target);
        await writeFile(`${target}.br`, await brotli(content));
        await writeFile(`${target}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}

const brotli = (content: Buffer) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
