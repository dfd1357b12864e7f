import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { layers } from '#contract/walked-parts.ts';
import { type allMachines, statusMachines } from '#machines/all-machines.ts';
import type { Layer } from '../reporting/shape.ts';

type MachineName = keyof typeof allMachines;

const root = resolve(import.meta.dirname, '../..');

/** Files of walks that differ from the rule below. */
const elsewhere: Partial<Record<`${Layer} ${MachineName}`, string>> = {
  'browser drafts': 'model-tests/browser/account-paths.test.ts',
  'browser logins': 'model-tests/browser/account-paths.test.ts',
  'browser search': 'model-tests/browser/public-paths.test.ts',
  'browser loading': 'model-tests/browser/public-paths.test.ts',
  'browser location': 'model-tests/browser/public-paths.test.ts',
  'browser ownData': 'model-tests/browser/account-paths.test.ts',
  'browser notifications': 'model-tests/browser/public-paths.test.ts',
};

/** The test that walks the paths of a machine in a layer, relative to the project. */
export function testFileOf(machine: string, layer: Layer): string {
  const known = elsewhere[`${layer} ${machine as MachineName}`];
  if (known) return known;
  if (layer !== 'machine') return `model-tests/${layer}/${machine}-paths.test.ts`;
  const isStatusMachine = statusMachines.some((name) => name === machine);
  return `model-tests/${isStatusMachine ? 'machine' : 'flows'}/${machine}.test.ts`;
}

/** The file that says what can happen to a machine in a layer: an arrow of any other event has no path there. */
export const worldOf = (machine: string, layer: Layer): string =>
  machine === 'process' && layer === 'http'
    ? 'model-tests/http/process-world.ts'
    : testFileOf(machine, layer);

/** The layers in which a machine is walked. */
export const layersOf = (machine: string): Layer[] =>
  layers.filter((layer) => existsSync(resolve(root, testFileOf(machine, layer))));

/** The project of vite.config.ts that runs the tests of a layer. */
export const projectOf = (layer: Layer): string => (layer === 'machine' ? 'unit' : 'server');
