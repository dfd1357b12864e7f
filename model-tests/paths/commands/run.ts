import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { whyNotVisible } from '../../browser/chromium.ts';
import type { Layer } from '../../reporting/shape.ts';
import { layersOf, projectOf, testFileOf } from '../layers.ts';
import { type Asked, CannotDo, type Command } from './command.ts';
import { findPath, placeOf } from './find.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Walks one path, or all paths of a strategy, in the test of their layer. */
export const run: Command = {
  usage:
    'run ID [--layer machine|http|browser] [--visible] [--machine NAME] [--strategy NAME] [--seed NUMBER]\n' +
    '  run --machine NAME --strategy NAME [--seed NUMBER]',
  options: ['machine', 'layer', 'strategy', 'seed', 'visible'],
  run: async (asked, print) => {
    const { machine, layer } = whatToRun(asked);
    if (asked.visible && layer === 'machine') throw new CannotDo(nothingToSee(machine));
    const obstacle = asked.visible ? whyNotVisible() : null;
    if (obstacle) throw new CannotDo(obstacle);
    // Looked up first: a test that does not know the path would say so after minutes.
    if (asked.id !== undefined) await findPath(asked);
    const file = testFileOf(machine, layer);
    const seed = asked.strategy === 'random' ? `, seed ${asked.seed}` : '';
    print(`${asked.id ?? `every path by ${asked.strategy}`}${seed}: ${machine}, ${layer} (${file})`);
    return walk(projectOf(layer), file, {
      ...(asked.id && { PATH_ID: asked.id, PATH_MACHINE: machine }),
      ...(asked.strategy && { PATH_STRATEGY: asked.strategy, PATH_SEED: String(asked.seed) }),
      ...(asked.visible && { VISIBLE: '1' }),
    });
  },
};

/** Over HTTP, the workshop shows the application in a window beside the walk. */
function nothingToSee(machine: string): string {
  const visible = layersOf(machine).filter((layer) => layer !== 'machine');
  const ways = visible.map((layer) => `--layer ${layer}`).join(' or ');
  return `in memory there is nothing to be --visible${ways && `: name ${ways}`}`;
}

function whatToRun(asked: Asked): { machine: string; layer: Layer } {
  if (asked.id !== undefined) return placeOf(asked);
  const { machine, layer = 'machine' } = asked;
  if (machine === undefined) throw new CannotDo('the id of a path or --machine is missing');
  if (!asked.strategy || layer !== 'machine') {
    throw new CannotDo('name the id of a path, or a --strategy for all of them on the machine');
  }
  return { machine, layer };
}

/** Runs a test file. Returns its exit code. */
function walk(project: string, file: string, environment: Record<string, string>): Promise<number> {
  const command = resolve(root, 'node_modules/.bin/vitest');
  const child = spawn(command, ['run', '--project', project, file], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)));
}
