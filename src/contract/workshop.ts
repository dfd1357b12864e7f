import * as z from 'zod/mini';
import { movers } from '#domain/journal.ts';
import { statusMachines } from '#domain/status-machine.ts';
import { call } from './call.ts';
import { isoTime, uuid } from './shapes.ts';

const machine = z.enum(statusMachines);
const mover = z.enum(movers);
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** One move of a status machine, or an event that it refused; nothing of it is about a person. */
const journalEntry = z.object({
  machine,
  /** Number of the attempt to pay, or of the e-mail of the application; null for every other machine. */
  attempt: z.nullable(z.number()),
  /** Type of the event; null for the start of the machine. */
  event: z.nullable(z.string()),
  /** State before; null for the start. */
  from: z.nullable(z.string()),
  /** State after; null when the event was refused. */
  to: z.nullable(z.string()),
  /** Id of the rule by which it moved (`PROC-16`); null for the start and when the event was refused. */
  rule: z.nullable(z.string()),
  by: mover,
  /** When it happened, for the first time if it was repeated. */
  at: isoTime,
  /** When it happened last. */
  lastAt: isoTime,
  refused: z.boolean(),
  /** How often it happened in a row; of what was refused, how often in all. */
  times: z.number(),
});
export interface JournalEntry extends z.output<typeof journalEntry> {}

/** Present state of a machine of a process. */
const presentState = z.object({
  machine,
  /** Number of the attempt to pay, or of the e-mail of the application; null for every other machine. */
  attempt: z.nullable(z.number()),
  state: z.string(),
});

/** Moves of one machine in a range of days, over all counted processes. */
const machineTotals = z.object({
  machine,
  states: z.array(
    z.object({
      state: z.string(),
      /** Number of processes in it now. */
      now: z.number(),
      /** Number of processes that have left it after a known time. */
      stays: z.number(),
      /** Average time until they left, in seconds; null if too few have left. */
      averageSeconds: z.nullable(z.number()),
    }),
  ),
  /** The transitions that were taken, most often first. */
  arrows: z.array(
    z.object({
      event: z.nullable(z.string()),
      from: z.nullable(z.string()),
      to: z.string(),
      rule: z.nullable(z.string()),
      count: z.number(),
      by: z.record(mover, z.number()),
    }),
  ),
});
export type MachineTotals = z.output<typeof machineTotals>;

/** The calls of the workshop, where operators look at workflows; without OPERATIONS_TOKEN they do not exist. */
export const workshopCalls = {
  openWorkshop: call({
    method: 'POST',
    path: '/api/workshop/login',
    summary:
      "Logs an operator in with the operators' token; the login is also that of the page for operators",
    origin: 'own',
    body: z.object({ token: z.string().check(z.maxLength(500)) }),
    errors: ['not-found', 'operator-login-required', 'too-many-requests'],
  }),
  closeWorkshop: call({
    method: 'POST',
    path: '/api/workshop/logout',
    summary: 'Ends the login of an operator',
    origin: 'own',
    errors: ['not-found'],
  }),
  getJournal: call({
    method: 'GET',
    path: '/api/workshop/journal',
    summary:
      'For operators: what happened to a process, by its id or its ticket number; nothing about a person',
    origin: 'own',
    query: z.object({ process: z.string().check(z.minLength(1), z.maxLength(60)) }),
    answer: z.object({
      process: uuid,
      ticketNumber: z.nullable(z.string()),
      states: z.array(presentState),
      /** Entries in the order of their events. */
      entries: z.array(journalEntry),
    }),
    errors: ['not-found', 'operator-login-required'],
  }),
  getTotals: call({
    method: 'GET',
    path: '/api/workshop/totals',
    summary:
      'For operators: how many are in which state, for how long, and where drafts end; nothing about a person',
    origin: 'own',
    /** The range includes both days; without them it is the last 30. */
    query: z.object({ from: z.optional(day), to: z.optional(day) }),
    answer: z.object({
      from: day,
      to: day,
      machines: z.array(machineTotals),
      /** States in which drafts end: deleted by their person, or erased after their time. */
      ends: z.array(z.object({ state: z.string(), deleted: z.number(), expired: z.number() })),
      /** By form: how often its applications came to a status, in the order of the statuses, and how drafts ended there. */
      forms: z.array(
        z.object({
          form: z.string(),
          name: z.object({ de: z.string(), en: z.string() }),
          reached: z.array(
            z.object({ state: z.string(), count: z.number(), deleted: z.number(), expired: z.number() }),
          ),
        }),
      ),
    }),
    errors: ['not-found', 'operator-login-required'],
  }),
};
