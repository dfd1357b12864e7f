import * as z from 'zod/mini';
import type { DraftView, SentView } from '#domain/personal-area.ts';
import { externalIdTypes, sentStatuses } from '#domain/sent-status.ts';
import { documents, nextStep } from './process.ts';
import {
  authority,
  isoTime,
  leiKaId,
  locale,
  metadataId,
  processStatus,
  trustLevel,
  uuid,
} from './shapes.ts';

export const sentStatus = z.enum(sentStatuses);

export const draft = z.object({
  id: uuid,
  version: z.number(),
  status: processStatus,
  /** The moment that the status's date label refers to. */
  statusChanged: isoTime,
  lastUpdated: isoTime,
  availableUntil: isoTime,
  trustLevel,
  metadataId,
  leiKaId,
  serviceName: z.string(),
  authorityName: z.string(),
  areaName: z.string(),
  nextStep,
  /** A submission is in progress. */
  running: z.boolean(),
  /** It cannot be sent now and is retried automatically until then (own). */
  tryUntil: z.nullable(isoTime),
  /** The step of the form that it continues at, the summary being the last (own); null where that is unknown. */
  step: z.nullable(z.object({ at: z.number(), of: z.number() })),
  /** What must be paid before it can be sent. */
  feeDueCents: z.number(),
  /** Money on record for it: deleting needs a second consent. */
  paidCents: z.number(),
  /** Money that pays nothing and is marked to be returned. */
  refundDueCents: z.number(),
}) satisfies z.ZodMiniType<DraftView>;
export type Draft = z.output<typeof draft>;

export const sentApplication = z.object({
  id: uuid,
  status: sentStatus,
  externalIdType: z.enum(externalIdTypes),
  externalId: z.string(),
  messageId: uuid,
  ticketNumber: z.string(),
  name: z.string(),
  authority,
  submissionDate: isoTime,
  statusChecked: z.nullable(isoTime),
  downloadsUntil: isoTime,
  /** Language of the documents (own). */
  documentsLang: locale,
  /** Empty once the retention has ended (own). */
  documents,
}) satisfies z.ZodMiniType<SentView>;
export type SentApplication = z.output<typeof sentApplication>;

export const countByLevel = z.object({ substantial: z.number(), high: z.number() });
