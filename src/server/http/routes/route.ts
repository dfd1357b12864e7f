import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Call, Infer } from '#contract/call.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { requireSession } from '../security/session.ts';
import { windowOf } from '../security/window.ts';
import { assertXsrf } from '../security/xsrf.ts';

/** The input of a handler: the call's parts, parsed by their schemas, and the session where the route needs one. */
export type Input<C extends Call> = {
  params: Infer<C['params']>;
  query: Infer<C['query']>;
  body: Infer<C['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Answer<C extends Call> = C['answer'] extends z.ZodMiniType ? z.input<C['answer']> : unknown;

export type Handler<C extends Call> = (input: Input<C>) => Promise<Answer<C>>;
export type SessionHandler<C extends Call> = (input: Input<C> & { session: Session }) => Promise<Answer<C>>;

/** The address of a call in Fastify's notation. */
export const routeOf = ({ path }: Call): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits the call to RATE_LIMIT times a minute per address; all other calls are allowed ten times as often. */
    costly?: boolean;
  }
}

type Options = {
  /** The call is expensive: an address may make it less often. */
  limited?: boolean;
  status?: number;
  /**
   * `portal`: another portal calls, which proves itself by a signature and has no cookies; `ownPage`: only our own
   * pages may call, even to read.
   */
  from?: 'portal' | 'ownPage';
  /** Accepts any characters: the text is compared in memory only, or cleaned before it is stored. */
  anyText?: boolean;
  /** Refuses a request by throwing, before anything of it is read. */
  admit?: (request: FastifyRequest) => Promise<unknown>;
};
/** A handler, after the options of its route if there are any. */
type Serving<H, O = Options> = [handler: H] | [options: O, handler: H];

/** Serves a call of the contract to anybody. */
export function serve<C extends Call>(app: FastifyInstance, call: C, ...serving: Serving<Handler<C>>): void {
  const [options, handler] = serving.length === 1 ? [{}, serving[0]] : serving;
  app.route({
    method: call.method,
    url: routeOf(call),
    config: {
      rateLimit: {},
      costly: options.limited ?? false,
      fromElsewhere: options.from === 'portal',
      ownPagesOnly: options.from === 'ownPage',
    },
    handler: async (request, reply) => {
      if (call.method !== 'GET' && options.from !== 'portal') assertXsrf(request);
      await options.admit?.(request);
      if (!options.anyText) {
        assertText(request.params);
        assertText(request.query);
      }
      const input = {
        params: parse(call.params, request.params),
        query: parse(call.query, request.query),
        body: parse(call.body, request.body ?? {}),
        request,
        reply,
      } as Input<C>;
      const answer = await handler(input);
      if (reply.sent || answer === reply) return reply;
      if (call.answer) return reply.code(options.status ?? 200).send(answer);
      return reply.code(204).send();
    },
  });
}

/**
 * Serves a call that needs a session.
 * @throws ProblemError login-required, session-expired
 */
export function serveSession<C extends Call>(
  app: FastifyInstance,
  context: ServerContext,
  call: C,
  ...serving: Serving<SessionHandler<C>, Omit<Options, 'from' | 'admit'>>
): void {
  const [options, handler] = serving.length === 1 ? [{}, serving[0]] : serving;
  serve(app, call, options, async (input) => {
    const session = await requireSession(context, input.request, call);
    return handler({ ...input, session: { ...session, window: windowOf(input.request) } });
  });
}

/**
 * Refuses characters that no text of ours contains and the database does not accept.
 * @throws ProblemError input-invalid
 */
function assertText(part: unknown): void {
  const fields = Object.entries(part ?? {})
    .filter(([, value]) => [value].flat().some((one) => typeof one === 'string' && !isText(one)))
    .map(([name]) => ({ name, reason: 'characters that no text has' }));
  if (fields.length > 0) throw new ProblemError('input-invalid', { fields });
}

const isText = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

/** Validates a part of a request. The refusal names a missing parameter as spec section 5 requires. */
function parse(schema: Call['body'], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .flatMap((issue) => meantBy(issue, value))
    .map((issue) => ({
      name: issue.path.join('.') || 'body',
      reason: issue.message,
      missing: isMissing(value, issue.path),
    }));
  const fields = issues.map(({ name, reason }) => ({ name, reason }));
  const missing = issues.filter((issue) => issue.missing).map(({ name }) => name);
  if (missing.length > 0) {
    const detail = `Required parameter ${missing.join(', ')} was null or undefined.`;
    throw new ProblemError('parameter-missing', { detail, fields });
  }
  throw new ProblemError('input-invalid', { fields });
}

/** Returns the issues of the intended shape of a body: the one in which nothing is missing, otherwise the first. */
function meantBy(issue: z.core.$ZodIssue, value: unknown): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const whole = issue.errors.find((shape) => shape.every(({ path }) => !isMissing(value, path)));
  return whole ?? issue.errors[0] ?? [issue];
}

function isMissing(value: unknown, path: PropertyKey[]): boolean {
  let part: unknown = value;
  for (const key of path) part = (part as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return part === undefined || part === null;
}
