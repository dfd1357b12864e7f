import * as z from 'zod/mini';
import { sentFacts } from '#domain/sent-fact.ts';
import { sentStatuses } from '#domain/sent-status.ts';
import { duration } from './content.ts';
import { isoTime } from './shapes.ts';

export const sentStatus = z.enum(sentStatuses);

const courseEntry = z.object({ fact: z.enum(sentFacts), at: isoTime });
export interface CourseEntry extends z.output<typeof courseEntry> {}

/** The events of a sent application, its status, and how long its service usually takes (own). */
export const following = {
  status: sentStatus,
  /** When the status was last read; null before the first time. */
  statusChecked: z.nullable(isoTime),
  /** The known events, oldest first: fewer of an application that an earlier version of the portal sent. */
  course: z.array(courseEntry),
  /** How long the service usually takes at the place of the application; null where the content does not say it. */
  processingTime: z.nullable(duration),
  /**
   * The day around which that time is over, YYYY-MM-DD, counted from the moment at which the authority has taken the
   * application; null before that, and where the time cannot be counted.
   */
  expected: z.nullable(z.object({ on: z.string(), isPast: z.boolean() })),
};
export type Following = z.output<z.ZodMiniObject<typeof following>>;
