import * as z from 'zod/mini';
import { keptKinds } from '#domain/kept-kind.ts';
import { loginProviderIds } from '#domain/login.ts';
import { stayReasons } from '#domain/staying.ts';
import { call } from './call.ts';
import { countByLevel } from './personal-area.ts';
import { closedToCaller } from './process.ts';
import { locale, uuid } from './shapes.ts';

const named = {
  id: uuid,
  service: z.string(),
  area: z.string(),
  /** Null for a draft. */
  ticketNumber: z.nullable(z.string()),
};
/** An application that is not deleted now, with the reason. */
const staying = z.object({ ...named, why: z.enum(stayReasons) });
export interface Staying extends z.output<typeof staying> {}

/** Numbers of applications that need a login at a higher trust level, by that level. */
const closed = z.object({ drafts: countByLevel, sent: countByLevel });

const keptOfPerson = z.object({
  /** How many of each kind this login may see. */
  counts: z.record(z.enum(keptKinds), z.number()),
  /** Applications that only a login at a higher trust level opens, copies or deletes. */
  closed,
  /** Money on record for drafts that go only with the person's consent. */
  paidCents: z.number(),
  /** Applications that could not be deleted now, whatever the consent. */
  stays: z.array(staying),
  /** The sent application that was asked about, and why it cannot be removed now; null where the person has none such. */
  chosen: z.nullable(z.object({ ...named, why: z.nullable(z.enum(stayReasons)) })),
  /** Whether several people act for this account: its applications are those of all of them. */
  isCompany: z.boolean(),
  /** Milliseconds for which this login is still recent enough for the copy and the deletion; null when it is not. */
  recentForMs: z.nullable(z.number()),
});
export interface KeptOfPerson extends z.output<typeof keptOfPerson> {}

const erasure = z.object({
  /** A part is done, and the session goes on: the same call does the next part. */
  more: z.boolean(),
  /** Everything that this call has deleted. */
  gone: z.object({
    drafts: z.number(),
    sent: z.number(),
    handovers: z.number(),
    notes: z.number(),
    logins: z.number(),
    /** Money that is noted to be returned. */
    refundCents: z.number(),
  }),
  /** Applications that have stayed; none while there is more to do. */
  stays: z.array(staying),
  closed,
  /** Nothing of the person is left here, nor their account. */
  accountGone: z.boolean(),
  /** The account that this session was opened with, where the person may still be logged in; null while there is more. */
  account: z.nullable(z.enum(loginProviderIds)),
});
export interface Erasure extends z.output<typeof erasure> {}

const lang = z.optional(locale);

/** Calls of a person about everything that is kept of them. */
export const personCalls = {
  getKept: call({
    method: 'GET',
    path: '/api/person',
    summary: 'What the portal keeps of the person, in numbers, and what a deletion would leave for now',
    origin: 'own',
    query: z.object({ lang, application: z.optional(uuid) }),
    answer: keptOfPerson,
    errors: ['login-required'],
  }),
  copyPerson: call({
    method: 'GET',
    path: '/api/person/copy',
    summary:
      'A copy of everything that is kept of the person and this login may see, as a ZIP: to read (PDF), for programs (JSON), and the files. Each application is as of one moment. Only soon after a login',
    origin: 'own',
    query: z.object({ lang }),
    streams: 'answer',
    errors: ['login-required', 'login-not-recent'],
  }),
  erasePerson: call({
    method: 'DELETE',
    path: '/api/person',
    summary:
      'Deletes everything that is kept of the person and this login may delete, and ends their sessions. Paid drafts go only with consent to the sum of their money. Only soon after a login. May take several calls',
    origin: 'own',
    query: z.object({ lang, paidCents: z.optional(z.string().check(z.regex(/^\d{1,9}$/))) }),
    answer: erasure,
    errors: ['login-required', 'login-not-recent'],
  }),
  removeSent: call({
    method: 'DELETE',
    path: '/api/process/{id}/sent',
    summary:
      'Removes a sent application from the portal. The authority keeps what it has received. Refused as long as something of it is under way',
    origin: 'own',
    params: z.object({ id: uuid }),
    errors: [...closedToCaller, 'login-required', 'status-conflict', 'still-under-way'],
  }),
};
