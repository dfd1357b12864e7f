import type { ConfirmedRule } from '#domain/confirmed-rule.ts';

/** Id of the element with the data that the page of the workshop carries for its script. */
export const WORKSHOP_DATA_ID = 'workshop-data';

/**
 * Whether the report of a test run lies beside the server: `made`; `notMade` where the sources are and nobody has run
 * the tests; `notHere` for a release, which has no tests.
 */
export type TestRunStanding = 'made' | 'notMade' | 'notHere';

export type WorkshopData = {
  confirmedRules: readonly ConfirmedRule[];
  testRun: TestRunStanding;
  /** Address of another viewer that windows may tell (INSPECTOR_URL); null without one. */
  viewer: string | null;
};

/** Beginning of the addresses of a test run's files, for those who may open the workshop. */
export const TEST_RUN_PATH = '/workshop-test-run';
