import * as z from 'zod/mini';
import { locales } from '#domain/locale.ts';

/** Version of the shape below. */
const VERSION = 1;

/** Folder with a file for each workflow, and the folder of the pictures, below `model-tests/report`. */
export const WALKED_FOLDERS = { workflows: 'walked', pictures: 'pictures' } as const;

/** One workflow as the last test run has walked it: paths on generated data, nothing of it is about a person. */
const walkedWorkflow = z.object({
  version: z.literal(VERSION),
  /** Moment of the report, ISO 8601. */
  at: z.string(),
  /** How much was walked in each layer: on the machine, over HTTP, in a browser. */
  coverage: z.array(
    z.object({
      layer: z.string(),
      /** `states`, `transitions`, `refused events` and the like. */
      kind: z.string(),
      total: z.number(),
      covered: z.number(),
      /** Names of what no test has walked. */
      missing: z.array(z.string()),
      /** Names of parts that another test walks, each with its place or the reason. */
      elsewhere: z.record(z.string(), z.string()),
    }),
  ),
  /** Ids of arrows; the paths name them by their position. */
  arrows: z.array(z.string()),
  /** Paths that were walked without a fault, the shortest first. */
  paths: z.array(
    z.object({ id: z.string(), layer: z.string(), start: z.string(), arrows: z.array(z.number()) }),
  ),
  /** Pictures of the screen in a state: names of files in the folder of the pictures. */
  pictures: z.array(z.object({ state: z.string(), locale: z.enum(locales), picture: z.string() })),
});
export interface WalkedWorkflow extends z.output<typeof walkedWorkflow> {}

/** Version and moment are those of the writer. */
export const asWalked = (walked: Omit<WalkedWorkflow, 'version'>): WalkedWorkflow => ({
  version: VERSION,
  ...walked,
});

/** Reads the file of a workflow; null for one of another version. */
export function readWalked(json: unknown): WalkedWorkflow | null {
  const read = walkedWorkflow.safeParse(json);
  return read.success ? read.data : null;
}
