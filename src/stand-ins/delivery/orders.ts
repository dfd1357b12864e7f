import * as z from 'zod';

/** What the clerk is told to do next. */
export const ordersSchema = z.object({
  /** Rejects the next submission that is due. */
  rejectNext: z.boolean(),
  /** Accepts the next submission that is due, but with authentication tags of something else. */
  wrongTagsNext: z.boolean(),
  /** Decides nothing automatically. */
  hold: z.boolean(),
});
export type Orders = z.infer<typeof ordersSchema>;

export const noOrders = (): Orders => ({ rejectNext: false, wrongTagsNext: false, hold: false });
