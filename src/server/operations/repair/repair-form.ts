import * as z from 'zod';
import { giveUpReasons } from '#domain/give-up.ts';

/** Most characters of a reason, which the security log has. */
export const REASON_LENGTH = 200;

export const REASON_SHORTEST = 3;

/** A repair that an operator wants, as the page's form says it. */
export const repairForm = z.object({
  process: z.uuid(),
  act: z.enum(['try', 'giveUp']),
  what: z.enum(['delivery', 'handIn', 'payment']),
  /** Number of a hand-in, id of a payment. */
  id: z.string().max(40),
  /** How far it was when the operator looked. */
  seen: z.string().max(200),
  because: z.string(),
  /** Reason for the person, of what is given up. */
  reason: z.enum(giveUpReasons).optional(),
});
export type RepairForm = z.infer<typeof repairForm>;

/** Returns a reason in one line; null where there is none. */
export function reasonIn(text: string): string | null {
  const reason = text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
  return reason.length < REASON_SHORTEST ? null : reason.slice(0, REASON_LENGTH);
}
