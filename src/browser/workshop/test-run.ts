import { readWalked } from '#contract/walked-workflow.ts';
import { TEST_RUN_PATH, type TestRunStanding } from '#contract/workshop-page.ts';
import type { TestRun } from '#ui/workshop/walked/test-run.ts';

/** Reads the files of the last test run from the server; each workflow once. */
export function testRunOf(standing: TestRunStanding): TestRun {
  const read = new Map<string, ReturnType<TestRun['walkedOf']>>();
  const fetched = async (machine: string) => {
    const response = await fetch(`${TEST_RUN_PATH}/workflows/${machine}.json`);
    return response.ok ? readWalked(await response.json()) : null;
  };
  return {
    standing,
    walkedOf: (machine) => {
      const asked = read.get(machine) ?? fetched(machine).catch(() => null);
      read.set(machine, asked);
      return asked;
    },
    pictureHref: (name) => `${TEST_RUN_PATH}/pictures/${name}`,
  };
}
