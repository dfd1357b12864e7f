import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { type CallName, type Calls, calls } from '#contract/calls.ts';
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
/** Calls whose input is all optional may be made without any. */
type Method<C> = unknown extends Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>
  ? (input?: Input<C>) => Promise<Answer<C>>
  : (input: Input<C>) => Promise<Answer<C>>;

/** Calls that carry or give a stream of bytes are made by upload.ts and by plain links. */
type Streamed = { [N in CallName]: Calls[N] extends { streams: string } ? N : never }[CallName];

/** One typed function a call of the contract. Each throws ApiProblem. */
export type Api = { [N in Exclude<CallName, Streamed>]: Method<Calls[N]> };

export type ApiOptions = {
  /** Answers that are there already. */
  firstAnswers?: FirstAnswers;
  /** How requests are sent; the browser's own way without it. */
  send?: Send;
  /** Address of the service; the page's own without it. */
  base?: string;
  cookies?: () => string;
  /** An answer came: somebody is here. Not called for calls that prove nothing of the kind. */
  onActivity?: () => void;
  onProblem?: (problem: ApiProblem) => void;
  /** Somebody waits for a read because the service has too much to do. */
  onPause?: () => void;
};

type Values = Readonly<Record<string, unknown>>;
type AnyInput = { params?: Values; query?: Values; body?: unknown; signal?: AbortSignal };

/** What prolongs the session by itself, ends it, or is asked by windows with nobody before them (spec section 4). */
const silent: ReadonlySet<CallName> = new Set([
  'getUser',
  'prolongSession',
  'logout',
  'eraseSession',
  'checkPayment',
  'getVersion',
]);

/** The client of the service, made from the contract: address, method, anti-forgery header, answer checked. */
export function createApi(options: ApiOptions = {}): Api {
  const { firstAnswers, base = '', cookies = () => document.cookie, send } = options;
  const { onActivity, onProblem, onPause } = options;

  async function make(name: CallName, input: AnyInput): Promise<unknown> {
    const call: Call = calls[name];
    const address = base + addressOf(call, input.params, input.query);
    if (call.method !== 'GET' && name !== 'prolongSession') firstAnswers?.forget();
    try {
      const body = await request({
        call,
        address,
        token: xsrfToken(cookies()),
        body: input.body,
        signal: input.signal,
        begun: firstAnswers?.take(address),
        send,
        onPause: silent.has(name) ? undefined : onPause,
      });
      if (!silent.has(name)) onActivity?.();
      return call.answer || body !== undefined ? answerOf(call, body) : undefined;
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', undefined, error);
      onProblem?.(problem);
      throw problem;
    }
  }

  const names = Object.keys(calls) as CallName[];
  return Object.fromEntries(
    names.map((name) => [name, (input: AnyInput = {}) => make(name, input)]),
  ) as unknown as Api;
}
