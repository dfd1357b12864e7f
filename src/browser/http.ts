import type { Call } from '#contract/call.ts';
import { UNATTENDED_HEADER } from '#contract/unattended-header.ts';
import { WINDOW_HEADER } from '#contract/window-header.ts';
import { ApiProblem, problemFromBody } from './api-problem.ts';
import { secondsToWait } from './retry-after.ts';

export type HttpRequest = {
  call: Call;
  address: string;
  /** Anti-forgery token for writes. */
  token: string;
  /**
   * The window that asks, in the notation of its header: only the window that edits may open a form of a form server.
   */
  window?: string | undefined;
  /** The window makes the call by itself. */
  unattended?: boolean;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Answer to a request that has already been sent for this call. */
  begun?: Promise<Response> | undefined;
  /** Sends requests; by default in the browser's own way. */
  send?: Send | undefined;
  /** Called when the server asked to come back later, and the call waits for that. */
  onPause?: (() => void) | undefined;
};

export type Send = (address: string, init: RequestInit) => Promise<Response>;

const RETRIED: readonly number[] = [408, 425, 429, 500, 502, 503, 504];
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3_000;
/** Most repetitions for an overloaded server, which says when to come back, and the longest wait for each. */
const MAX_RETURNS = 4;
const LONGEST_RETURN_MS = 10_000;

/**
 * Makes one call over fetch, with credentials and without a time limit (spec section 7). Body-less calls are repeated
 * once on the statuses listed there, with our own interpretation: a 409 of this server means that status or version do
 * not allow the call, which no repetition changes, so only reads are repeated on it. Reads that the server asks to come
 * back later do so a few times.
 * A lost connection is not repeated here: the workflows do that and show it on the screen.
 * @throws ApiProblem
 */
export async function request(given: HttpRequest): Promise<unknown> {
  const { call, signal } = given;
  const first = (await lastingAnswer(given.begun)) ?? (await answerTo(given));
  const statuses = call.method === 'GET' ? [...RETRIED, 409] : RETRIED;
  if (call.body !== undefined || !statuses.includes(first.status)) return read(first);
  if (call.method === 'GET' && isAskedBack(first)) return read(await returning(given, first));
  await pause(first, LONGEST_PAUSE_MS, signal);
  return read(await answerTo(given));
}

/** Whether the server asks to come back soon: a longer wait, as for a partner of the server, is reported at once. */
const isAskedBack = (answer: Response): boolean =>
  answer.status === 503 && (retryAfterOf(answer) ?? Number.POSITIVE_INFINITY) * 1000 <= LONGEST_RETURN_MS;

async function returning(given: HttpRequest, first: Response): Promise<Response> {
  let answer = first;
  for (let times = 0; times < MAX_RETURNS && isAskedBack(answer); times += 1) {
    given.onPause?.();
    await pause(answer, LONGEST_RETURN_MS, given.signal);
    answer = await answerTo(given);
  }
  return answer;
}

const LASTING: readonly number[] = [404, 410];

/**
 * The answer, if it still holds: refused or lost data may be available by now, as the person may have logged in since.
 */
async function lastingAnswer(begun: Promise<Response> | undefined): Promise<Response | undefined> {
  const answer = await begun?.catch(() => undefined);
  return answer && (answer.ok || LASTING.includes(answer.status)) ? answer : undefined;
}

async function answerTo({
  call,
  address,
  token,
  window,
  unattended,
  body,
  signal,
  send = fetch,
}: HttpRequest): Promise<Response> {
  const isWrite = call.method !== 'GET';
  try {
    return await send(address, {
      method: call.method,
      credentials: 'include',
      ...(call.outlivesPage && { keepalive: true }),
      headers: {
        Accept: 'application/json',
        ...(isWrite && { 'X-XSRF-TOKEN': token }),
        ...(window && { [WINDOW_HEADER]: window }),
        ...(unattended && { [UNATTENDED_HEADER]: 'true' }),
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
  if (!response.ok) throw problemFromBody(body, retryAfterOf(response));
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

const retryAfterOf = ({ headers }: Response): number | undefined => secondsToWait(headers.get('Retry-After'));

/** Waits as long as the server requests, within reason. */
function pause(response: Response, longestMs: number, signal: AbortSignal | undefined): Promise<void> {
  const seconds = retryAfterOf(response);
  const wanted = seconds === undefined ? PAUSE_MS : seconds * 1000;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(wanted, longestMs));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new ApiProblem('network', undefined, signal.reason));
    });
  });
}
