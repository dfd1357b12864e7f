import { randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import type { HandoverStatus } from '#domain/handover.ts';
import { locales } from '#domain/locale.ts';
import type { Answering } from './kinds.ts';
import { type Identity, type Other, readFrom, signTo } from './messages.ts';

const handoverClaims = z.object({
  leiKaId: z.string(),
  regionalKey: z.string(),
  locale: z.enum(locales),
  returnUrl: z.url(),
  reference: z.string(),
  person: z.record(z.string(), z.string()).optional(),
});
const questionClaims = z.object({ jti: z.string(), reference: z.string() });

/** A person whom the portal has handed over. */
export type Received = z.output<typeof handoverClaims> & {
  code: string;
  status: HandoverStatus;
  ticketNumber: string | null;
  submittedAt: string | null;
};

type Reply = { status: number; body: unknown };
const refused: Reply = { status: 403, body: { code: 'refused' } };

/** The neighbour's side of taking people from the portal. */
export function createReceiver(own: Identity, other: Other) {
  const received = new Map<string, Received>();
  const ofReference = (reference: string) =>
    [...received.values()].find((one) => one.reference === reference) ?? null;

  return {
    all: (): Received[] => [...received.values()],
    find: (code: string): Received | null => received.get(code) ?? null,
    async take(message: string): Promise<Reply> {
      const claims = handoverClaims.safeParse(
        await readFrom(own, other, 'handover+jwt', message).catch(() => null),
      );
      if (!claims.success) return refused;
      const code = randomBytes(32).toString('base64url');
      received.set(code, { ...claims.data, code, status: 'OPEN', ticketNumber: null, submittedAt: null });
      return { status: 201, body: { handover: code, expiresIn: 300 } };
    },
    async tell(message: string, answering: Answering): Promise<Reply> {
      const question = questionClaims.safeParse(
        await readFrom(own, other, 'handover-status+jwt', message).catch(() => null),
      );
      if (!question.success) return refused;
      const { jti, reference } = question.data;
      const present = ofReference(reference);
      if (!present) return { status: 404, body: { code: 'unknown' } };
      const { status, ticketNumber, submittedAt } = present;
      const claims = {
        nonce: answering === 'otherQuestion' ? 'x'.repeat(20) : jti,
        reference,
        status,
        ...(ticketNumber !== null && { ticketNumber }),
        ...(submittedAt !== null && { submittedAt }),
      };
      const wrong = answering === 'forged' ? ({ key: 'foreign' } as const) : {};
      return {
        status: 200,
        body: { status: await signTo(own, other, 'handover-status-answer+jwt', claims, wrong) },
      };
    },
    /** Ends a person's visit. Returns the address that they go back to. */
    finish(code: string, how: HandoverStatus): string | null {
      const present = received.get(code);
      if (!present) return null;
      if (present.status === 'OPEN') {
        present.status = how;
        if (how === 'SUBMITTED') {
          present.ticketNumber = `MV-${randomInt(10 ** 6, 10 ** 7)}`;
          present.submittedAt = new Date(own.now()).toISOString();
        }
      }
      const results = { OPEN: 'OPEN', SUBMITTED: 'SUBMITTED', ENDED: 'CANCELLED' } as const;
      const address = new URL(present.returnUrl);
      address.searchParams.set('handover', present.reference);
      address.searchParams.set('result', results[present.status]);
      return address.href;
    },
  };
}
