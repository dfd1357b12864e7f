import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import '#server/closed-pipe.ts';
import { runnerImport } from 'vite';
import { gather } from './gather.ts';
import { reportFolder } from './ledger-files.ts';

/** `npm run report`: makes one page of the results of the last run in `model-tests/report`. */
const root = path.resolve(import.meta.dirname, '../..');
const { module } = await runnerImport<typeof import('./page/page.tsx')>(
  path.join(import.meta.dirname, 'page/page.tsx'),
  { configFile: false, root, logLevel: 'error' },
);
const css = ['ui/styles/diagram.css', 'model-tests/reporting/page/report.css']
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');
const file = path.join(reportFolder, 'index.html');
writeFileSync(file, await module.renderReport(gather(new Date()), css));
process.stdout.write(`${path.relative(root, file)}\n`);
