import * as z from 'zod';
import { reasonIn } from './repair-form.ts';

/** A removal that an operator wants, as the page's form says it. */
export const removalForm = z.object({
  process: z.uuid(),
  /** The mark of what the operator was shown. */
  seen: z.string().max(200),
  because: z.string(),
});

/** Returns the reason of a removal; null where there is none, or one with an address of a person. */
export function removalReasonIn(text: string): string | null {
  const reason = reasonIn(text);
  return reason?.includes('@') ? null : reason;
}
