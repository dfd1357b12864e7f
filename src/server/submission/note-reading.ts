import type { Mover } from '#domain/journal.ts';
import { advance } from '#machines/kit/advance.ts';
import { sentApplicationMachine } from '#machines/sentApplication/sentApplication.machine.ts';
import { eventOf, type SentApplicationRow } from '#machines/sentApplication/sentApplication.selectors.ts';
import type { SentApplicationEvent } from '#machines/sentApplication/sentApplication.types.ts';
import type { ServerContext } from '#server/context.ts';
import { note, noteRefused } from '#server/journal/journal.ts';
import type { EventLog } from '#server/ports/delivery.ts';
import type { Trx } from '#server/storage/database.ts';
import type { SubmissionRow } from './row.ts';

type Reading = {
  /** The stored submission before the reading. */
  present: SubmissionRow;
  /** The delivery service's answer; null without one. */
  log: EventLog | null;
  /** The resulting status. */
  row: SentApplicationRow;
};

/**
 * Records the new events of a reading. The status follows from the whole log; the journal has each event once, from
 * its first reading.
 */
export async function noteReading(
  context: ServerContext,
  trx: Trx,
  { present, log, row }: Reading,
): Promise<void> {
  let at: SentApplicationRow = { state: present.sentState, context: present.sentContext };
  const { processId } = present;
  const of = { processId, machine: 'sentApplication', attempt: null } as const;
  const take = async (event: SentApplicationEvent, by: Mover) => {
    const next = advance(sentApplicationMachine, at, event);
    const about = { ...of, event: event.type, from: at.state, by };
    if (!next.accepted) return noteRefused(context, trx, about);
    await note(context, trx, { ...about, to: next.state, rule: next.rule });
    at = { state: next.state, context: next.context };
  };
  for (const event of eventsRead(present, log)) await take(event, 'authority');
  const fault = faultOf(log);
  // The status was known before, and is unknown now.
  if (fault && at.state !== 'unknown') await take(fault, 'server');
  if (at.state === row.state) return;
  // The whole log gives another status than its parts did, read one after the other.
  await note(context, trx, { ...of, event: null, from: null, to: row.state, rule: null, by: 'server' });
}

/** Returns the new events; without any, the last event that leads out of the unknown state. */
function eventsRead(present: SubmissionRow, log: EventLog | null): SentApplicationEvent[] {
  if (!log) return [];
  const known = new Set(present.events.map(({ jti }) => jti));
  const fresh = log.events.filter(({ jti }) => !known.has(jti));
  const isKnownAgain = present.sentState === 'unknown' && log.rejected === 0;
  return (fresh.length === 0 && isKnownAgain ? log.events.slice(-1) : fresh).map(eventOf);
}

function faultOf(log: EventLog | null): SentApplicationEvent | null {
  if (!log) return { type: 'delivery.unreachable' };
  return log.rejected > 0 ? { type: 'delivery.unproven' } : null;
}
