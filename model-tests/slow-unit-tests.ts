import type { KeptRun } from './reporting/kept-run.ts';

/** Seconds beside other files from which on `npm run test:fast` leaves a file out. */
const SLOW = 8;

/** The slow ones among the tests without a server: sweeps over thousands of cases, and what creates databases. */
export const slowUnitTests = ({ seconds }: KeptRun): string[] =>
  Object.entries(seconds)
    .filter(([file, taken]) => taken >= SLOW && !/^model-tests\/(http|browser)\//.test(file))
    .map(([file]) => file);
