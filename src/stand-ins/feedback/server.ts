import { timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import { createFaults, type Faults, registerFaults } from '#stand-ins/kit/faults.ts';

const COMMENT_CHARACTERS = 1_000;

/** A day that exists, and is not in the future. */
const day = z.iso.date().refine((date) => date <= tomorrow(), 'is in the future');
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Nothing beside these fields is taken: what is not asked for could be personal. */
const message = z.strictObject({
  id: z.uuid(),
  date: day,
  issue: z.string().regex(/^99\d{12}$/),
  region: z.string().regex(/^\d{12}$/),
  language: z.enum(locales),
  rating: z.int().min(1).max(5),
  comment: z
    .string()
    .min(1)
    .refine((text) => [...text].length <= COMMENT_CHARACTERS)
    .optional(),
});

export type KeptFeedback = z.infer<typeof message>;

export type FeedbackStandIn = {
  origin: string;
  /** Address of the interface. */
  url: string;
  /** Returns the feedback that was taken, in the order of arrival. */
  kept(): KeptFeedback[];
  /** Refuses a feedback on this service as if it did not know it; null knows all. */
  forget(issue: string | null): void;
  /** Takes at most this many from now on, and then answers 429. */
  take(most: number): void;
  /** Faults in answers to the portal. */
  faults: Faults;
  close(): Promise<void>;
};

const API = '/api/v1';

/**
 * Starts the national feedback component on 127.0.0.1. It takes a feedback once, with a token, and refuses every field
 * that is missing, wrong or not asked for.
 * @param port 0 picks a free one
 */
export async function startFeedbackStandIn(options: {
  port: number;
  token: string;
}): Promise<FeedbackStandIn> {
  const kept = new Map<string, KeptFeedback>();
  const faults = createFaults();
  let unknown: string | null = null;
  let left = Number.POSITIVE_INFINITY;
  const app = Fastify({ forceCloseConnections: true });
  registerFaults(app, faults, ({ url }) => (url.startsWith(API) ? url : null));

  app.post(`${API}/feedback`, async ({ headers, body }, reply) => {
    if (!isToken(headers.authorization, options.token))
      return reply.code(401).header('WWW-Authenticate', 'Bearer').send({ title: 'unauthorized' });
    if (left === 0) return reply.code(429).header('Retry-After', '60').send({ title: 'too many' });
    const parsed = message.safeParse(body);
    if (!parsed.success) return reply.code(400).send({ title: z.prettifyError(parsed.error) });
    if (parsed.data.issue === unknown) return reply.code(422).send({ title: 'unknown issue' });
    if (kept.has(parsed.data.id)) return reply.code(409).send({ title: 'known' });
    left -= 1;
    kept.set(parsed.data.id, parsed.data);
    return reply.code(201).send({ id: parsed.data.id });
  });
  app.get('/', (_request, reply) =>
    reply.send({ service: 'national feedback component stand-in', feedback: [...kept.values()] }),
  );

  const origin = new URL(await app.listen({ port: options.port, host: '127.0.0.1' })).origin;
  return {
    origin,
    url: origin + API,
    kept: () => [...kept.values()],
    forget: (issue) => {
      unknown = issue;
    },
    take: (most) => {
      left = most;
    },
    faults,
    close: () => app.close(),
  };
}

function isToken(authorization: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
