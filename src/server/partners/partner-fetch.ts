import { atMost } from '#server/at-most.ts';
import { type Partner, PartnerUnavailable } from '#server/partner-unavailable.ts';
import { currentRequest, REQUEST_ID } from '#server/request-id.ts';
import { currentSpan, inSpan, type OpenSpan } from '#server/tracing/spans.ts';
import { aside } from '#server/turn.ts';
import type { PartnerPresence } from './partner-presence.ts';

/** Asks a partner as `fetch` does, and returns the whole answer, within the limits. */
export type PartnerFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

export type PartnerCalls = {
  partner: Partner;
  /** Id of one of several partners; the log names both. */
  id?: string;
  /** Limit of one request, from the first byte sent to the last byte of the answer. */
  timeoutMs: number;
  /** Limit of an answer, also of an error. */
  mostBytes: number;
  /** Most calls that wait for their answer; any further one fails at once. */
  mostAtOnce?: number;
  /** Methods whose successful answers have a body: one without is no answer. None when omitted. */
  answeredInFull?: readonly string[];
  /** A redirect is an error, unless the call only asks whether the partner is available. */
  redirect?: 'error' | 'manual';
  presence?: PartnerPresence | undefined;
};

/**
 * Calls a partner over HTTP, and is the only way to do so. Whatever the partner does (is silent, sends a byte now and
 * then, never stops, redirects, lets others answer), the call ends within its limits, and nothing beyond them is
 * stored. Redirects are errors, because they would carry secrets elsewhere. A waiting call holds no turn.
 * @throws PartnerUnavailable when there is no answer; one with a status of failure is returned
 */
export function createPartnerFetch(calls: PartnerCalls): PartnerFetch {
  const { partner, id, timeoutMs, mostBytes, mostAtOnce = Infinity, redirect = 'error', presence } = calls;
  const { answeredInFull = [] } = calls;
  const name = id === undefined ? partner : `${partner} ${id}`;
  const unavailable = (reason: string, options?: ErrorOptions) =>
    new PartnerUnavailable(partner, id === undefined ? reason : `${id}: ${reason}`, options);
  const limited = atMost(mostAtOnce, () => unavailable('too many wait already'));

  async function whole(input: Request | URL | string, init: RequestInit): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs);
    const given = init.signal ?? (input instanceof Request ? input.signal : null);
    try {
      const response = await fetch(input, {
        ...init,
        headers: named(input, init),
        redirect,
        signal: given ? AbortSignal.any([given, limit]) : limit,
      });
      const method = methodOf(input, init);
      // Who asks for the head alone wants to know whether anybody is there, and a page is an answer to that.
      if (method === 'HEAD') return response;
      return await read(response, mostBytes, answeredInFull.includes(method));
    } catch (error) {
      if (error instanceof PartnerFault) throw error;
      // Who is silent may have taken the request; a head that is late is a probe all the same.
      const isLate = limit.aborted;
      throw new PartnerFault(
        isLate ? `no answer within ${timeoutMs} ms` : 'the request failed',
        { cause: error },
        isLate && methodOf(input, init) !== 'HEAD',
      );
    }
  }

  async function asked(
    input: Request | URL | string,
    init: RequestInit,
    span: OpenSpan | undefined,
  ): Promise<Response> {
    const begun = performance.now();
    try {
      const response = await aside(() => whole(input, init));
      span?.note({ 'http.response.status_code': response.status });
      if (response.status >= 400) span?.end(String(response.status));
      const by = methodOf(input, init) === 'HEAD' ? 'probe' : 'call';
      if (response.status >= 500) presence?.noteFailure(name, `answered ${response.status}`, by);
      else presence?.noteAnswer(name, by, performance.now() - begun);
      return response;
    } catch (error) {
      const { message, cause, hasReached } = error as PartnerFault;
      presence?.noteFailure(name, message, hasReached ? 'call' : 'probe');
      throw unavailable(message, { cause });
    }
  }

  const traced = (input: Request | URL | string, init: RequestInit) => {
    const method = methodOf(input, init);
    const facts = { 'portal.partner': name, 'http.request.method': method };
    return inSpan(
      { name: `${name} ${method}`, kind: 'client', facts },
      (span) => asked(input, init, span),
      // Our own words (PartnerFault).
      (error) => (error instanceof PartnerUnavailable ? error.message : 'unknown'),
    );
  };
  return (input, init = {}) => limited(name, () => traced(input, init));
}

const methodOf = (input: Request | URL | string, { method }: RequestInit): string =>
  input instanceof Request ? input.method : (method ?? 'GET').toUpperCase();

/** Returns the headers with the id of the request that this call is made for, and its place in the trace. */
function named(input: Request | URL | string, { headers }: RequestInit): Headers {
  const all = new Headers(headers ?? (input instanceof Request ? input.headers : undefined));
  const id = currentRequest.getStore();
  if (id !== undefined) all.set(REQUEST_ID, id);
  const span = currentSpan.getStore();
  if (span !== undefined) all.set('traceparent', span.traceparent);
  return all;
}

/** Reason for a missing answer, in words for the log. */
class PartnerFault extends Error {
  /** Whether the request may have reached somebody. */
  readonly hasReached: boolean;

  constructor(message: string, options?: ErrorOptions, hasReached = true) {
    super(message, options);
    this.hasReached = hasReached;
  }
}

/** Returns the answer with its body read, within the limit. */
async function read(response: Response, mostBytes: number, mayNotBeEmpty: boolean): Promise<Response> {
  const { status, statusText, headers, body } = response;
  const tooLarge = () => new PartnerFault(`the answer is too long (more than ${mostBytes} bytes)`);
  if (Number(headers.get('content-length') ?? 0) > mostBytes) {
    await body?.cancel();
    throw tooLarge();
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > mostBytes) throw tooLarge();
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  if (response.ok && mayNotBeEmpty && size === 0) throw new PartnerFault('the answer is empty');
  if (response.ok && !isOfTheProtocol(headers.get('content-type') ?? '', bytes))
    throw new PartnerFault('something else than the partner has answered');
  // Some answers have no body, and must not get one.
  const answer = new Response(body && bytes, { status, statusText, headers });
  // A reader of the answer reports its address.
  Object.defineProperty(answer, 'url', { value: response.url });
  return answer;
}

/** Whether an answer is of the protocol: no page for people (of a gateway, of a network login), no invalid JSON. */
function isOfTheProtocol(type: string, bytes: Buffer): boolean {
  if (/^text\/html\b/i.test(type)) return false;
  if (!/[/+]json\b/i.test(type) || bytes.length === 0) return true;
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
