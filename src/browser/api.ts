import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import type { CallName, Calls } from '#contract/calls.ts';
import type { PageCalls } from '#contract/page-calls.ts';
import { addressOf, answerOf, xsrfToken } from './address.ts';
import { ApiProblem } from './api-problem.ts';
import type { FirstAnswers } from './first-answers.ts';
import { request, type Send } from './http.ts';

type Part<C, Name extends 'params' | 'query' | 'body'> = C extends {
  [N in Name]: infer S extends z.ZodMiniType;
}
  ? Record<Name, z.input<S>>
  : unknown;
type Input<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'> & { signal?: AbortSignal };
type Answer<C> = C extends { answer: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
/** Function for a call; calls with only optional input can be made without any. */
type Method<C> = unknown extends Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>
  ? (input?: Input<C>) => Promise<Answer<C>>
  : (input: Input<C>) => Promise<Answer<C>>;

/** Names of the calls that send or return a stream of bytes; upload.ts and plain links make them. */
type Streamed = { [N in CallName]: Calls[N] extends { streams: string } ? N : never }[CallName];

/** One typed function per call of the contract. Each throws ApiProblem. */
export type Api = ApiOf<Calls>;
/** The calls that every page may make. */
export type PageApi = ApiOf<PageCalls>;
type ApiOf<Known> = { [N in Exclude<CallName, Streamed> & keyof Known]: Method<Calls[N]> };

export type ApiOptions = {
  /** Answers that are already there. */
  firstAnswers?: FirstAnswers;
  /** Sends requests; by default in the browser's own way. */
  send?: Send;
  /** Address of the server; by default the page's own. */
  base?: string;
  cookies?: () => string;
  /** Names the window that makes the calls. */
  window?: () => string;
  /**
   * Whether somebody is at the window; calls that the window makes by itself say so to the server, and extend nothing.
   */
  isAttended?: () => boolean;
  /** Called when the answer to a person's call came. */
  onActivity?: () => void;
  onProblem?: (problem: ApiProblem) => void;
  /** Called when a read waits because the server is overloaded. */
  onPause?: () => void;
};

type Values = Readonly<Record<string, unknown>>;
type AnyInput = { params?: Values; query?: Values; body?: unknown; signal?: AbortSignal };

/** Calls that extend or end the session themselves. */
const aboutSession: ReadonlySet<CallName> = new Set(['prolongSession', 'logout', 'eraseSession']);

/** Writes that change no data read before. */
const harmless: ReadonlySet<CallName> = new Set([
  'prolongSession',
  'holdEditing',
  'prolongForm',
  'reportFrame',
]);

/**
 * The client of the server, built from the contract: address, method, anti-forgery header, checked answer.
 * @param calls those that it can make
 */
export function createApi<Known extends Partial<Calls>>(
  calls: Known,
  options: ApiOptions = {},
): ApiOf<Known> {
  const { firstAnswers, base = '', cookies = () => document.cookie, send } = options;
  const { isAttended = () => true, onActivity, onProblem, onPause } = options;

  async function make(name: CallName, call: Call, input: AnyInput): Promise<unknown> {
    const unattended = call.unattended === true || (!aboutSession.has(name) && !isAttended());
    const address = base + addressOf(call, input.params, input.query);
    if (call.method !== 'GET' && !harmless.has(name)) firstAnswers?.forget();
    try {
      const body = await request({
        call,
        address,
        token: xsrfToken(cookies()),
        window: options.window?.(),
        unattended,
        body: input.body,
        signal: input.signal,
        begun: firstAnswers?.take(address),
        send,
        onPause: unattended ? undefined : onPause,
      });
      if (!unattended && !aboutSession.has(name)) onActivity?.();
      return call.answer || body !== undefined ? answerOf(call, body) : undefined;
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', undefined, error);
      onProblem?.(problem);
      throw problem;
    }
  }

  const known = Object.entries(calls) as [CallName, Call][];
  return Object.fromEntries(
    known.map(([name, call]) => [name, (input: AnyInput = {}) => make(name, call, input)]),
  ) as unknown as ApiOf<Known>;
}
