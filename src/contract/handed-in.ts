import * as z from 'zod/mini';
import { giveUpReasons } from '#domain/give-up.ts';
import { handInStates } from '#domain/hand-in.ts';
import { isoTime, uuid } from './shapes.ts';

/** One delivery of owed documents after a sent application (own). */
export const handIn = z.object({
  id: uuid,
  state: z.enum(handInStates),
  /** Why an operator has ended the tries to deliver it. */
  givenUp: z.optional(z.enum(giveUpReasons)),
  /** Labels in the language of the request; names of the files as they are delivered. */
  documents: z.array(z.object({ path: z.string(), label: z.string(), files: z.array(z.string()) })),
  /** The moment the person handed them in. */
  handedInAt: isoTime,
  /** The moment the authority's delivery service took them; null before that. */
  deliveredAt: z.nullable(isoTime),
  /** Whether its receipt can be downloaded: once it is delivered, until the retention ends. */
  hasReceipt: z.boolean(),
});
export interface HandInView extends z.output<typeof handIn> {}
