import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import '#server/closed-pipe.ts';
import { runnerImport } from 'vite';
import { WALKED_FOLDERS } from '#contract/walked-workflow.ts';
import { gather } from './gather.ts';
import { readKeptRun, writeKeptRun } from './kept-run.ts';
import { reportFolder } from './ledger-files.ts';
import { walkedFiles } from './walked-workflow.ts';

/**
 * `npm run report`: makes pages of the results of the last run in `model-tests/report`. `--keep` keeps its figures in
 * `model-tests/kept-run.json` for the next runs, after the pages have compared the two.
 */
const root = path.resolve(import.meta.dirname, '../..');
const { module } = await runnerImport<typeof import('./page/page.tsx')>(
  path.join(import.meta.dirname, 'page/page.tsx'),
  { configFile: false, root, logLevel: 'error' },
);
const css = ['ui/styles/diagram.css', 'model-tests/reporting/page/report.css']
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');
const report = gather(new Date());
for (const folder of ['pages', WALKED_FOLDERS.workflows])
  rmSync(path.join(reportFolder, folder), { recursive: true, force: true });
const files = [...(await module.renderReport(report, css)), ...walkedFiles(report)];
for (const [name, text] of files) {
  const file = path.join(reportFolder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
process.stdout.write(`${path.relative(root, path.join(reportFolder, 'index.html'))}\n`);
if (process.argv.includes('--keep')) {
  const run = readKeptRun(path.join(reportFolder, 'run.json'));
  if (run.on === '') throw new Error('there is no run to keep: npm test -- --all');
  writeKeptRun(run);
  process.stdout.write(`kept the run of ${run.on}\n`);
}
