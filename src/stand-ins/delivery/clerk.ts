import type { Destination } from './destinations.ts';
import { examine, problem } from './examine.ts';
import type { Inbox } from './inbox.ts';
import type { Keys } from './keys.ts';
import type { Orders } from './orders.ts';
import { examineMessage } from './postbox.ts';
import type { EventProblem, SubmissionRecord } from './records.ts';
import type { SchemaChecks } from './schema-check.ts';
import { signEvent } from './signed-event.ts';
import type { SubmissionStore } from './store.ts';

export type Clerk = {
  /** Examines a submission after the clerk's delay. */
  schedule(submissionId: string): void;
  /** Decides immediately; accepts only valid submissions. Returns false if there is nothing to decide. */
  decide(submissionId: string, verdict: 'accept' | 'reject'): Promise<boolean>;
  /** Deletes incomplete submissions after a day, as the real service does; with `all` immediately. */
  expireIncomplete(all?: boolean): Promise<void>;
  close(): Promise<void>;
};

const DAY_MS = 86_400_000;

/** Plays the authority: decrypts, checks, and answers with a signed event. */
export function createClerk({
  store,
  inbox,
  keys,
  orders,
  issuer,
  acceptAfterMs,
  destinations,
  checks,
  postboxDestinationId,
}: {
  store: SubmissionStore;
  inbox: Inbox;
  keys: Keys;
  orders: Orders;
  /** Issuer of the events that the delivery service itself signs. */
  issuer: string;
  acceptAfterMs: number;
  destinations: Map<string, Destination>;
  checks: SchemaChecks;
  postboxDestinationId: string;
}): Clerk {
  const timers = new Map<string, NodeJS.Timeout>();
  const deciding = new Set<Promise<unknown>>();
  let closed = false;

  async function objections(record: SubmissionRecord): Promise<EventProblem[]> {
    const problems = await examine(inbox, record, destinations.get(record.destinationId), checks);
    const isMessage = record.destinationId === postboxDestinationId;
    return problems.length === 0 && isMessage ? examineMessage(inbox, record) : problems;
  }

  async function answer(record: SubmissionRecord, verdict: 'accept' | 'reject'): Promise<boolean> {
    const tags = record.authenticationTags;
    if (record.state !== 'submitted' || !tags) return false;
    const problems =
      verdict === 'reject'
        ? [problem('other', 'Rejected by the clerk of the demonstration.')]
        : await objections(record);
    const wrong = orders.wrongTagsNext;
    orders.wrongTagsNext = false;
    const event = {
      issuer: record.destinationId,
      key: keys.destination,
      tags: wrong ? { ...tags, data: [...tags.data].reverse().join('') } : tags,
    };
    record.events.push(
      problems.length > 0
        ? await signEvent({ kind: 'reject', ...event, problems }, record)
        : await signEvent({ kind: 'accept', ...event }, record),
    );
    record.state = problems.length > 0 ? 'rejected' : 'accepted';
    record.problems = problems;
    record.decidedAt = new Date().toISOString();
    return true;
  }

  async function decide(submissionId: string, verdict: 'accept' | 'reject'): Promise<boolean> {
    const decision = store.change(submissionId, (record) => answer(record, verdict));
    deciding.add(decision);
    return (await decision.finally(() => deciding.delete(decision))) ?? false;
  }

  function schedule(submissionId: string): void {
    const due = () => {
      timers.delete(submissionId);
      if (orders.hold) return;
      const verdict = orders.rejectNext ? 'reject' : 'accept';
      orders.rejectNext = false;
      decide(submissionId, verdict).catch((error: unknown) =>
        console.error(`${submissionId}: not decided`, error),
      );
    };
    if (closed) return;
    clearTimeout(timers.get(submissionId));
    timers.set(submissionId, setTimeout(due, acceptAfterMs));
  }

  async function expire(record: SubmissionRecord): Promise<void> {
    if (record.state !== 'incomplete') return;
    record.events.push(await signEvent({ kind: 'delete', issuer, key: keys.service }, record));
    record.state = 'deleted';
    await store.removeBodies(record.submissionId);
  }

  for (const { submissionId, state } of store.all()) if (state === 'submitted') schedule(submissionId);

  return {
    schedule,
    decide,
    async expireIncomplete(all = false) {
      const before = new Date(Date.now() - (all ? 0 : DAY_MS)).toISOString();
      const old = store
        .all()
        .filter(({ state, announcedAt }) => state === 'incomplete' && announcedAt <= before);
      await Promise.all(old.map(({ submissionId }) => store.change(submissionId, expire)));
    },
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(deciding);
    },
  };
}
