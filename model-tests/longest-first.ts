import { statSync } from 'node:fs';
import type { TestSequencer, TestSpecification } from 'vitest/node';

/** The longest files with a server: started last they would leave one core idle. */
const longest = [
  // http: those that wait for automatic acts of the server, and the walk of all paths
  'http/paid-means-sent.test.ts',
  'http/session-ending.test.ts',
  'http/expiry.test.ts',
  'http/process-paths.test.ts',
  'http/sessions-and-ownership.test.ts',
  'http/submission-crash.test.ts',
  'http/delivery-retries.test.ts',
  'http/security-log.test.ts',
  'http/database-loss.test.ts',
  'http/scanner.test.ts',
  // browser
  'browser/upload-paths.test.ts',
  'browser/tour.test.ts',
  'browser/payment-paths.test.ts',
  'browser/behaviour.test.ts',
  'browser/session-paths.test.ts',
  'browser/public-tour.test.ts',
  'browser/kept-input.test.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place < 0 ? longest.length : place;
};

const sizeOf = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;

/** Begins with the longest files; the others follow by size, as in vitest. */
export class LongestFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || sizeOf(b) - sizeOf(a));
  }

  /** The tests are not sharded. */
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}
