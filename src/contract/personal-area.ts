import * as z from 'zod/mini';
import { repeatStandings } from '#domain/repeat-standing.ts';
import { externalIdTypes } from '#domain/sent-status.ts';
import { owed } from './owed.ts';
import { documents, nextStep, returned } from './process.ts';
import { following } from './sent-course.ts';
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

/** A draft in the personal area (spec section 3) and what is due for it. Money in cents. */
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
  /** Moment until which sending, impossible now, is retried automatically (own). */
  tryUntil: z.nullable(isoTime),
  /**
   * The step of the form that it continues at, counted from 1 with the summary as the last, which follows the last page
   * once nothing that the form needs is missing (own); null where that is unknown.
   */
  step: z.nullable(z.object({ at: z.number(), of: z.number() })),
  /**
   * Address of the e-mail before the draft is deleted, and whether the person wants it; null where none is sent (own).
   */
  mail: z.nullable(z.object({ to: z.string(), wanted: z.boolean() })),
  /** The person, and no fault, ended the last payment (own). */
  paymentCancelled: z.optional(z.literal(true)),
  /** Its form has left the portal: it cannot be gone on with (own). */
  gone: z.optional(z.literal(true)),
  /** Amount to be paid before it can be sent. */
  feeDueCents: z.number(),
  /** Money on record for it: deleting needs a second consent. */
  paidCents: z.number(),
  /** Money that pays nothing and is marked to be returned. */
  refundDueCents: z.number(),
  returned: z.optional(returned),
});
export interface DraftView extends z.output<typeof draft> {}
/** Part of a process that is enough where only its stage is shown. */
export type ProgressView = Pick<DraftView, 'status' | 'nextStep' | 'running'>;

/** A sent application (spec section 3, submission status entry). */
export const sentApplication = z.object({
  id: uuid,
  ...following,
  externalIdType: z.enum(externalIdTypes),
  externalId: z.string(),
  messageId: uuid,
  ticketNumber: z.string(),
  name: z.string(),
  authority,
  submissionDate: isoTime,
  /** The next events at the authority, in the words of the form (own). */
  afterwards: z.string(),
  /** The way of the authority's notice, where the form lets people choose it; null where it does not (own). */
  notice: z.nullable(z.enum(['postbox', 'post'])),
  /**
   * The moment of the authority's answer, as long as the person has not seen it on any device (own); null when there is
   * nothing new.
   */
  newsSince: z.nullable(isoTime),
  /** Whether its answers can be taken into a new application (own). */
  repeat: z.enum(repeatStandings),
  downloadsUntil: isoTime,
  owed,
  /** Language of the documents: the one the application was confirmed in (own). */
  documentsLang: locale,
  /** Empty once the retention has ended (own). */
  documents,
});
export interface SentView extends z.output<typeof sentApplication> {}

/** An answer of an authority that the person has not seen yet (own). */
const sentNews = z.extend(
  z.pick(sentApplication, { id: true, ticketNumber: true, name: true, status: true, statusChecked: true }),
  {
    newsSince: isoTime,
  },
);
export interface SentNews extends z.output<typeof sentNews> {}

/** Words that people look for an application by. */
export const listText = z.string().check(z.maxLength(200));
/** A place in the list of sent applications, as an earlier page named it. */
export const listPlace = z.string().check(z.regex(/^[0-9a-z]{1,10}\.[0-9a-f-]{36}$/));

/** A page of sent applications, newest first; `next` and `previous` are the places where it ends, null at the ends. */
export const sentPage = z.object({
  entries: z.array(sentApplication),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  news: z.array(sentNews),
  /** There are more news than these. */
  moreNews: z.boolean(),
});
export interface SentPage extends z.output<typeof sentPage> {}

/** Numbers by level; those of sent applications end at 1000. */
export const countByLevel = z.object({ substantial: z.number(), high: z.number() });
export interface CountByLevel extends z.output<typeof countByLevel> {}
