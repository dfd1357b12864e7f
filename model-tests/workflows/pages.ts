import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { machineList } from '#machines/all-machines.ts';
import { describeMachine } from '#machines/drawing/describe.ts';
import { indexOf, pageOf, type Workflow } from './markdown.ts';

/** The folder of the pages. */
export const pagesFolder = new URL('../../docs/workflows/', import.meta.url);

const machinesFolder = new URL('../../machines/', import.meta.url);

/** The docstring of the machine in a file, as one line. */
export function docstringOf(file: string): string {
  const source = readFileSync(new URL(file, machinesFolder), 'utf8');
  const [before, after] = source.split(/^export const \w+Machine\b/m);
  const comment = before?.slice(before.lastIndexOf('/**')).trim() ?? '';
  if (after === undefined || !/^\/\*\*[^/]*(?:[^*]\/[^/]*)*\*\/$/.test(comment)) {
    throw new Error(`machines/${file} has no docstring right above its machine`);
  }
  return comment
    .slice('/**'.length, -'*/'.length)
    .replace(/^\s*\*\s?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Every workflow, in the order of their folders. */
export const workflows = async (): Promise<Workflow[]> =>
  machineList.map(({ file, machine }) => ({
    machine: describeMachine(machine),
    file,
    about: docstringOf(file),
  }));

/** Every page by the name of its file. */
export async function workflowPages(): Promise<Map<string, string>> {
  const all = await workflows();
  return new Map([
    ['README.md', indexOf(all)],
    ...all.map((workflow): [string, string] => [`${workflow.machine.name}.md`, pageOf(workflow)]),
  ]);
}

/** Writes the pages of all workflows, and removes those of deleted ones. @returns how many there are */
export async function writeWorkflowPages(): Promise<number> {
  const pages = await workflowPages();
  mkdirSync(pagesFolder, { recursive: true });
  for (const file of readdirSync(pagesFolder)) {
    if (!pages.has(file)) rmSync(new URL(file, pagesFolder));
  }
  for (const [file, text] of pages) writeFileSync(new URL(file, pagesFolder), text);
  return pages.size;
}
