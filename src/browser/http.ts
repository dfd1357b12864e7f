import type { Call } from '#contract/call.ts';
import { ApiProblem, problemFromBody } from './api-problem.ts';

export type HttpRequest = {
  call: Call;
  address: string;
  /** Anti-forgery token for writes. */
  token: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The same request, where it has been sent already. */
  begun?: Promise<Response> | undefined;
  /** How requests are sent; the browser's own way without it. */
  send?: Send | undefined;
};

export type Send = (address: string, init: RequestInit) => Promise<Response>;

const RETRIED: readonly number[] = [408, 425, 429, 500, 502, 503, 504];
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3_000;

/**
 * One call over fetch, with credentials and without a time limit (spec section 7). Body-less calls are
 * repeated once on the statuses listed there, with one reading of our own: a 409 of this service says that
 * status or version do not allow the call, which no repetition changes, so only reads are repeated on it.
 * A lost connection is not repeated here: the workflows do that and say so on the screen.
 * @throws ApiProblem
 */
export async function request(given: HttpRequest): Promise<unknown> {
  const { call, signal } = given;
  const first = (await lastingAnswer(given.begun)) ?? (await answerTo(given));
  const statuses = call.method === 'GET' ? [...RETRIED, 409] : RETRIED;
  if (call.body !== undefined || !statuses.includes(first.status)) return read(first);
  await pause(first, signal);
  return read(await answerTo(given));
}

const LASTING: readonly number[] = [404, 410];

/** What was refused or lost then may be there by now: the person may have logged in since. */
async function lastingAnswer(begun: Promise<Response> | undefined): Promise<Response | undefined> {
  const answer = await begun?.catch(() => undefined);
  return answer && (answer.ok || LASTING.includes(answer.status)) ? answer : undefined;
}

async function answerTo({
  call,
  address,
  token,
  body,
  signal,
  send = fetch,
}: HttpRequest): Promise<Response> {
  const isWrite = call.method !== 'GET';
  try {
    return await send(address, {
      method: call.method,
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        ...(isWrite && { 'X-XSRF-TOKEN': token }),
        ...(call.body && { 'Content-Type': 'application/json' }),
      },
      ...(call.body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    throw new ApiProblem('network', undefined, error);
  }
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw new ApiProblem('network', undefined, error);
  });
  const body = jsonOf(text);
  if (!response.ok) throw problemFromBody(body);
  if (body === undefined && text !== '') throw new ApiProblem('internal');
  return body;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As long as the service asks for, within reason. */
function pause(response: Response, signal: AbortSignal | undefined): Promise<void> {
  const wanted = Number(response.headers.get('Retry-After')) * 1000 || PAUSE_MS;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(wanted, LONGEST_PAUSE_MS));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new ApiProblem('network', undefined, signal.reason));
    });
  });
}
