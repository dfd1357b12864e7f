import * as z from 'zod';
import { actorStatuses, type StateNames } from '#contract/inspection.ts';
import { readEvents } from './inspect-events.ts';
import type { Recording } from './recording.ts';

const FORMAT = 'serviceportal-recording';
const VERSION = 1;

/** Size of the largest file that is read. */
const MAX_BYTES = 20 * 1024 * 1024;

const name = z.string().max(200);
const status = z.enum(actorStatuses);
const value: z.ZodType<StateNames> = z.lazy(() => z.union([name, z.record(name, value)]));
const arrows = z.array(name).max(1000);
const actor = z.strictObject({
  key: name,
  window: name,
  page: z.int(),
  parent: name.nullable(),
  name,
  drawing: name.nullable(),
});
const standing = z.strictObject({ actor, status, value: value.nullable(), arrows });
const entry = z.strictObject({
  at: z.number(),
  actor: name,
  born: actor.optional(),
  source: name.nullable(),
  event: name.nullable(),
  status: status.nullable(),
  value: value.nullable(),
  arrows,
});
const file = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** Moment of saving, ISO 8601. */
  savedAt: z.iso.datetime(),
  dropped: z.int().nonnegative(),
  base: z.array(standing).max(10_000),
  entries: z.array(entry).max(50_000),
});

/** A recording as the text of a file. */
export const writeRecording = ({ base, entries, dropped }: Recording, now: Date): string =>
  JSON.stringify(
    { format: FORMAT, version: VERSION, savedAt: now.toISOString(), dropped, base, entries },
    null,
    1,
  );

/** Reason why a file cannot be shown. */
export type RecordingFault = 'tooLarge' | 'notJson' | 'notRecording' | 'otherVersion' | 'damaged';

/** Reads what `writeRecording` has written, or events of the protocol of `@statelyai/inspect`, and nothing else. */
export function readRecording(text: string): Recording | RecordingFault {
  if (text.length > MAX_BYTES) return 'tooLarge';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'notJson';
  }
  if (Array.isArray(json)) return readEvents(json) ?? 'notRecording';
  const head = z.object({ format: z.literal(FORMAT), version: z.unknown() }).safeParse(json);
  if (!head.success) return 'notRecording';
  if (head.data.version !== VERSION) return 'otherVersion';
  const read = file.safeParse(json);
  if (!read.success) return 'damaged';
  const { base, entries, dropped } = read.data;
  return {
    base,
    dropped,
    entries: entries.map(({ born, ...rest }) => (born === undefined ? rest : { ...rest, born })),
  };
}
