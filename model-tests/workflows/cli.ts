import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import '#server/closed-pipe.ts';
import { runnerImport } from 'vite';
import { machineList } from '#machines/all-machines.ts';
import { drawingJson } from '#machines/drawing/drawing-json.ts';
import { findLocked } from '../paths/lock.ts';
import { readLedgerFiles, reportFolder } from '../reporting/ledger-files.ts';
import { writeWorkflowPages } from './pages.ts';
import { proofsOf } from './proofs.ts';

/**
 * `npm run workflows`: writes the pages of all machines, and removes those of deleted machines. Writes all machines as
 * XState JSON, and the workflow book as files to read and print without network, with the paths of the last test run.
 */
process.stdout.write(`${await writeWorkflowPages()} pages in docs/workflows\n`);

const jsonFolder = path.resolve(import.meta.dirname, '../../build/machines');
rmSync(jsonFolder, { recursive: true, force: true });
mkdirSync(jsonFolder, { recursive: true });
for (const { machine } of machineList)
  writeFileSync(path.join(jsonFolder, `${machine.id}.json`), `${drawingJson(machine, 2)}\n`);
process.stdout.write(`${machineList.length} files in build/machines\n`);

const bookFolder = path.resolve(import.meta.dirname, '../../build/workflow-book');
// Components are not plain TypeScript: Vite reads them, as in the browser.
const book = await runnerImport<typeof import('./book.tsx')>(path.join(import.meta.dirname, 'book.tsx'));
rmSync(bookFolder, { recursive: true, force: true });
const report = path.join(reportFolder, 'pages');
const proofs = proofsOf(
  readLedgerFiles(),
  (id, machine) => findLocked(id)?.machine === machine,
  existsSync(report) ? path.relative(path.join(bookFolder, 'en'), report) : null,
);
const bookPages = await book.module.bookPages(proofs);
for (const [file, text] of bookPages) {
  const target = path.join(bookFolder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
process.stdout.write(`${bookPages.size} pages in build/workflow-book\n`);
