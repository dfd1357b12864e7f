import type { QueueName, Traced } from '#server/queues/queues.ts';
import { type Tracer, through } from '#server/tracing/spans.ts';

/** Time after which a job is no part of the trace of what has asked for it, which would never be complete. */
const LATE_MS = 60_000;

/**
 * Does a job, as a part of the trace that has asked for it, or in one of its own that names the other.
 * @param data null for a job that the clock has asked for
 */
export function traceJob(
  tracer: Tracer | null,
  name: QueueName,
  data: Traced | null,
  work: () => Promise<void>,
): Promise<void> {
  if (!tracer) return work();
  const trace = data?.trace;
  const isLate = trace !== undefined && Date.now() - trace.at > LATE_MS;
  const facts = { 'messaging.destination.name': name, 'messaging.operation.type': 'process' };
  const span = tracer.begin(
    { name: `job ${name}`, kind: 'consumer', facts },
    { [isLate ? 'after' : 'within']: trace?.parent },
  );
  return through(span, work);
}
