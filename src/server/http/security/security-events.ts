import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ServerContext } from '#server/context.ts';
import type { ProblemError } from '#server/problem-error.ts';
import { type Actor, bySession, isRefusal, type SecurityEvent } from '#server/security/events.ts';
import { leaking } from './leaking.ts';

/** The actor of a request, as far as known. */
export const actorOf = ({ viewer, caller, id }: FastifyRequest): Actor => ({
  ...(viewer && bySession(viewer)),
  caller,
  request: id,
});

/** Tells whether a request is the first recorded one of its kind and caller within a minute. */
export function firstOfMinute(): (request: FastifyRequest) => boolean {
  const told = new LRUCache<string, true>({ max: MAX_CALLERS, ttl: MINUTE_MS });
  return ({ caller }) => {
    if (told.has(caller)) return false;
    told.set(caller, true);
    return true;
  };
}

export type TellRefusal = (request: FastifyRequest, problem: ProblemError) => void;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const MAX_CALLERS = 10_000;
const MINUTE_MS = 60_000;

/** Lines about refused accesses of one caller at once; one more is allowed every two seconds. */
const MOST_LINES = 30;
const LINES_A_SECOND = 0.5;

/**
 * Records refused accesses: of a limit only the first per minute and caller, of all others a limited number. Frequent
 * callers would otherwise fill the log.
 */
export function refusalRecorder({ security }: Pick<ServerContext, 'security'>): TellRefusal {
  const isFirst = firstOfMinute();
  const told = leaking(LINES_A_SECOND);
  return (request, { code, facts }) => {
    const actor = actorOf(request);
    const record = (event: SecurityEvent) => {
      if (told.level(request.caller) >= MOST_LINES) return;
      told.add(request.caller, 1);
      security.record(event, actor);
    };
    const call = `${request.method} ${request.routeOptions.url ?? '*'}`;
    const process = facts.foreign ?? processOf(request);
    const about = { event: 'access', outcome: 'refused', call, ...(process && { process }) } as const;
    if (facts.foreign) record({ ...about, reason: 'foreign' });
    if (!isRefusal(code) || (code === 'too-many-requests' && !isFirst(request))) return;
    record({ ...about, reason: code });
  };
}

/** Returns the application named by the address of a call. */
function processOf({ params }: FastifyRequest): string | null {
  const { id, processId } = (params ?? {}) as { id?: string; processId?: string };
  const named = processId ?? id ?? '';
  return UUID.test(named) ? named : null;
}
