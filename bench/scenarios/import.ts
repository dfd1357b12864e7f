import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plainContent } from '#import/testing/content-folder.ts';
import packageFile from '../../package.json' with { type: 'json' };
import type { Figure, Scenario } from '../kit/figures.ts';
import { writeXzufi } from '../kit/generated-xzufi.ts';

const megabytes = Number(process.env.IMPORT_MB ?? 50);
/** The command of `npm run import:xzufi`: node, its options, and the file. */
const [, ...command] = packageFile.scripts['import:xzufi'].split(' ');
/** Reports the peak memory of the process at its end (KiB). */
const TELL_PEAK = `data:text/javascript,process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))`;

export const imports: Scenario = {
  title: 'Import',
  about: `an XZuFi file of ${megabytes} MB (IMPORT_MB) imported into a content folder by npm run import:xzufi`,
  measure: async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'bench-import-'));
    const content = plainContent();
    try {
      const file = path.join(dir, 'services.xml');
      const services = await writeXzufi(file, megabytes);
      const size = statSync(file).size / 1e6;
      const started = performance.now();
      const peak = await importFile(file, content.dir);
      const seconds = (performance.now() - started) / 1000;
      return figures(services, size, seconds, peak);
    } finally {
      content.remove();
      rmSync(dir, { recursive: true, force: true });
    }
  },
};

/** Peak resident memory of the import (MB). */
async function importFile(file: string, to: string): Promise<number> {
  const importing = spawn(process.execPath, ['--import', TELL_PEAK, ...command, file, '--to', to], {
    cwd: path.join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  importing.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(importing, 'close')) as [number | null];
  const peak = /peak (\d+)/.exec(said)?.[1];
  if (code !== 0 || !peak) throw new Error(said);
  return (Number(peak) * 1024) / 1e6;
}

const figures = (services: number, size: number, seconds: number, peak: number): Figure[] => [
  { name: 'services in the file', value: services, unit: '' },
  { name: 'megabytes read, checked and written a second', value: size / seconds, unit: 'per s' },
  { name: 'the whole import', value: seconds, unit: 's' },
  { name: 'memory of the process at most', value: peak, unit: 'MB', budget: { most: 512 } },
];
