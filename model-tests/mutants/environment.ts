import { globSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Where the tests of a file run: in Node, or with a document (vitest's project `screens`). */
export type Environment = 'node' | 'jsdom';

/** Rooms whose tests need a document. Everything else is tested in Node. */
const OF_BROWSER = /^(ui|src\/browser)\//;

export const environmentOf = (file: string): Environment => (OF_BROWSER.test(file) ? 'jsdom' : 'node');

/** Tests of the browser's rooms: those of the project `screens`, and of flows with their wiring. */
const WITH_DOCUMENT = [
  'ui/**/*.test.{ts,tsx}',
  'src/browser/**/*.test.{ts,tsx}',
  'model-tests/flows/read-only-portal.test.ts',
];

export const testsWithDocument = (): string[] => globSync(WITH_DOCUMENT, { cwd: root }).sort();
