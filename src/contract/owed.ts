import * as z from 'zod/mini';
import { handIn } from './handed-in.ts';

/**
 * Documents of a sent application that its person has promised for later (own); null when none were promised, and of an
 * application that an earlier version sent.
 */
export const owed = z.nullable(
  z.object({
    /** Those still to come, by the data path of their fields; labels in the language of the request. */
    documents: z.array(z.object({ path: z.string(), label: z.string() })),
    /** The last day for them, YYYY-MM-DD; null where the content sets none. */
    until: z.nullable(z.string()),
    /** Whether that day is over. */
    isPast: z.boolean(),
    /** Whether the caller can hand them in here: with the account that the application belongs to. */
    online: z.boolean(),
    /** Deliveries of documents that were handed in here, oldest first. */
    handIns: z.array(handIn),
  }),
);
export type OwedView = z.output<typeof owed>;
