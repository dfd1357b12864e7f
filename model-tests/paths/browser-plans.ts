import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventObject } from 'xstate';
import { testFileOf } from './layers.ts';
import type { Path } from './path.ts';

/**
 * The walks in Chromium plan their paths themselves, from the world that each can bring about. Their test files do
 * only that, and write the plan to the folder named by this variable, without a server or a browser.
 */
const FOLDER = 'PATHS_PLANNED_IN';

/** True while plans are asked for, and nothing is to be walked. */
export const isPlanning = (): boolean => process.env[FOLDER] !== undefined;

const fileOf = (folder: string, machine: string) => path.join(folder, `${machine}.json`);

/** Hands over the paths of a walk; only while `isPlanning`. */
export const writeBrowserPlan = (machine: string, paths: readonly Path<EventObject>[]): void =>
  writeFileSync(fileOf(process.env[FOLDER]!, machine), JSON.stringify(paths));

/**
 * Asks the test files of these machines for the paths that they walk in Chromium, all in one run of vitest.
 * @param machines each walked there
 * @throws Error with the output of vitest when a file has no plan
 */
export async function browserPlans(
  machines: readonly string[],
): Promise<Map<string, readonly Path<EventObject>[]>> {
  if (machines.length === 0) return new Map();
  const folder = mkdtempSync(path.join(tmpdir(), 'plans-'));
  try {
    const files = [...new Set(machines.map((machine) => testFileOf(machine, 'browser')))];
    const output = await planIn(folder, files);
    return new Map(machines.map((machine) => [machine, readPlan(folder, machine, output)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readPlan(folder: string, machine: string, output: string): readonly Path<EventObject>[] {
  try {
    return JSON.parse(readFileSync(fileOf(folder, machine), 'utf8'));
  } catch (cause) {
    throw new Error(`${testFileOf(machine, 'browser')} has no plan for ${machine}:\n${output}`, { cause });
  }
}

/** @returns what vitest has printed */
async function planIn(folder: string, files: readonly string[]): Promise<string> {
  const root = path.resolve(import.meta.dirname, '../..');
  const child = spawn(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', '--reporter=dot', ...files],
    // Nothing has to be built for a plan.
    {
      cwd: root,
      env: { ...process.env, [FOLDER]: folder, PREPARED: 'nothing', WITHOUT_REST_OF_TESTS: '' },
      stdio: 'pipe',
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}
