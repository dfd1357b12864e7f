import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { pagesFolder, workflowPages } from './pages.ts';

/** `npm run workflows`: writes the pages of all machines and removes those of machines that are gone. */
const pages = await workflowPages();
mkdirSync(pagesFolder, { recursive: true });
for (const file of readdirSync(pagesFolder)) {
  if (!pages.has(file)) rmSync(new URL(file, pagesFolder));
}
for (const [file, text] of pages) writeFileSync(new URL(file, pagesFolder), text);
process.stdout.write(`${pages.size} pages in docs/workflows\n`);
