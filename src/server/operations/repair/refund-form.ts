import * as z from 'zod';
import { refundSteps } from '#domain/refund-steps.ts';

/** A step of an operator with a refund, as the page's form says it. */
export const refundForm = z.object({
  payment: z.uuid(),
  step: z.enum(refundSteps),
  /** How far it was when the operator looked. */
  seen: z.string().max(200),
  because: z.string(),
});
export type RefundForm = z.infer<typeof refundForm>;
