import * as z from 'zod';

/** Orders for the clerk's next decisions. */
export const ordersSchema = z.object({
  /** Rejects the next submission that is due. */
  rejectNext: z.boolean(),
  /** Accepts the next submission that is due, but with wrong authentication tags. */
  wrongTagsNext: z.boolean(),
  /** Decides nothing automatically. */
  hold: z.boolean(),
});
export type Orders = z.infer<typeof ordersSchema>;

export const noOrders = (): Orders => ({ rejectNext: false, wrongTagsNext: false, hold: false });
