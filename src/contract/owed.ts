import * as z from 'zod/mini';

/**
 * Documents of a sent application that its person has promised for later (own); null when none are owed, and of an
 * application that an earlier version sent.
 */
export const owed = z.nullable(
  z.object({
    /** By the data path of their fields; labels in the language of the request. */
    documents: z.array(z.object({ path: z.string(), label: z.string() })),
    /** The last day for them, YYYY-MM-DD; null where the content sets none. */
    until: z.nullable(z.string()),
    /** Whether that day is over. */
    isPast: z.boolean(),
  }),
);
export type OwedView = z.output<typeof owed>;
