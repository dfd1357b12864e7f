import type { WalkedWorkflow } from '#contract/walked-workflow.ts';
import type { TestRunStanding } from '#contract/workshop-page.ts';

/** The last test run, where the workshop is served from the sources. */
export type TestRun = {
  standing: TestRunStanding;
  /** Reads how it has walked a workflow; null where it has walked nothing of it, or this cannot be read. */
  walkedOf: (machine: string) => Promise<WalkedWorkflow | null>;
  /** Address of a picture by the name of its file. */
  pictureHref: (name: string) => string;
};
