import { statSync } from 'node:fs';
import type { TestSequencer, TestSpecification } from 'vitest/node';
import { slowUnitTests } from './slow-unit-tests.ts';

/** The longest files, those that wait most first: started last they would leave one core idle. */
const longest = [
  'browser/application-paths.test.ts',
  // Begins with the longest files of a project. The others follow by size, as in vitest, and fill the gaps at the end.
  'http/process-paths.test.ts',
  'http/submission-crash.test.ts',
  'http/payment.test.ts',
  'http/operations.test.ts',
  'http/paid-means-sent.test.ts',
  'http/traces.test.ts',
  'http/session-ending.test.ts',
  'http/sessions-and-ownership.test.ts',
  'http/expiry.test.ts',
  'http/delivery-retries.test.ts',
  'browser/upload-paths.test.ts',
  'browser/tour.test.ts',
  'browser/embedded-paths.test.ts',
  'browser/payment-paths.test.ts',
  'browser/session-paths.test.ts',
  'browser/accountLogout-paths.test.ts',
  'browser/windows-paths.test.ts',
  'browser/saving-paths.test.ts',
  'http/hand-in-limits.test.ts',
  'http/security-log.test.ts',
  'http/database-loss.test.ts',
  'http/resumed-payment.test.ts',
  'http/scanner.test.ts',
  'browser/behaviour.test.ts',
  'browser/public-tour.test.ts',
  'browser/kept-input.test.ts',
  'browser/history.test.ts',
  'browser/keeping-journeys.test.ts',
  'browser/keeping-paths.test.ts',
  'browser/restoring-paths.test.ts',
  'http/saved-answers.test.ts',
  ...slowUnitTests,
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place < 0 ? longest.length : place;
};

/**
 * The project with servers comes first, as it takes longer. Files of a project follow each other, as a process is used
 * again only for the next file of the same project.
 */
const projects = ['server', 'screens', 'unit'];
const placeOfProject = ({ project }: TestSpecification): number => projects.indexOf(project.name);

const sizeOf = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;

/** Begins with the longest files of a project; the others follow by size, as in vitest. Small ones fill the gaps at the end. */
export class LongestFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted(
      (a, b) => placeOfProject(a) - placeOfProject(b) || placeOf(a) - placeOf(b) || sizeOf(b) - sizeOf(a),
    );
  }

  /** The tests are not sharded. */
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}
