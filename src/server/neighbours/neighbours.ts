import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import { HandoverRefused, type Neighbours } from '#server/ports/neighbours.ts';
import {
  answerClaims,
  handoverAnswer,
  handoverClaims,
  MAX_MESSAGE_BYTES,
  messageTypes,
  questionClaims,
  statusAnswer,
} from './messages.ts';
import { mayReturnTo, type PartnerPortal } from './partners.ts';
import { sign, verify } from './signed.ts';

const PARTNER = 'neighbour';
const TIMEOUT_MS = 8_000;
/** Most calls that wait for one portal. */
const MOST_AT_ONCE = 50;

/** Returns the error for another portal that did not act as agreed. */
const unavailable = (id: string, reason: string, options?: ErrorOptions) =>
  new PartnerUnavailable(PARTNER, `${id} ${reason}`, options);

type Settings = {
  /** The partners' id of this portal. */
  id: string;
  /** PEM; the partners have its public half. */
  privateKey: string;
  /** Public address of this portal. */
  address: string;
  partners: readonly PartnerPortal[];
  /** Limit of one answer. */
  timeoutMs?: number;
  presence?: PartnerPresence;
  now: () => Date;
};

/** The calls between portals that share services (docs/partners-shared-services.md). */
export function createNeighbours(settings: Settings): Neighbours {
  const { id, address, partners, now, presence, timeoutMs = TIMEOUT_MS } = settings;
  const limits = {
    timeoutMs,
    mostBytes: 2 * MAX_MESSAGE_BYTES,
    mostAtOnce: MOST_AT_ONCE,
    answeredInFull: ['POST'],
    presence,
  };
  const clients = new Map(
    partners.map((one) => {
      const options = { prefix: one.portal, headers: { accept: 'application/json' } };
      return [one.id, createPartnerClient({ partner: PARTNER, id: one.id, ...limits }, options)];
    }),
  );
  const find = (wanted: string) => partners.find((partner) => partner.id === wanted) ?? null;
  const known = (wanted: string): PartnerPortal => {
    const partner = find(wanted);
    if (!partner) throw unavailable(wanted, 'is not configured');
    return partner;
  };
  const signed = (typ: string, to: string, claims: Record<string, unknown>) =>
    // The key may be renewed.
    sign(settings.privateKey, { typ, from: id, to, claims, at: now() });
  const read = (message: string, typ: string) => verify(message, { typ, to: address, partners, at: now() });

  /**
   * Posts JSON to another portal.
   * @param absent statuses that mean that there is nothing
   * @throws PartnerUnavailable
   */
  async function post(to: string, path: string, json: unknown, absent: readonly number[] = []) {
    const response = await clients.get(to)!.post(path, { json });
    if (absent.includes(response.status)) return null;
    if (!response.ok) throw unavailable(to, `answered with ${response.status}`);
    return response.json<unknown>().catch((cause: unknown) => {
      throw unavailable(to, 'did not answer as agreed', { cause });
    });
  }

  return {
    find,
    mayReturnTo(wanted, address) {
      const partner = find(wanted);
      return partner !== null && URL.canParse(address) && mayReturnTo(partner, new URL(address));
    },
    async readHandover(message) {
      const { partner, claims } = await read(message, messageTypes.handover);
      const handover = parsed(handoverClaims, claims, partner);
      const returnUrl = new URL(handover.returnUrl);
      if (!mayReturnTo(partner, returnUrl)) throw new HandoverRefused('return-address', partner.id);
      const { externalProcessData, person, ...rest } = handover;
      return {
        ...rest,
        ...(externalProcessData && { externalProcessData }),
        ...(person && { person: person as Record<string, string> }),
        returnUrl: returnUrl.href,
        partner: partner.id,
      };
    },
    async readQuestion(message) {
      const { partner, claims } = await read(message, messageTypes.question);
      return { ...parsed(questionClaims, claims, partner), partner: partner.id };
    },
    signStanding({ partner, reference, jti }, standing) {
      const { status, ticketNumber, submittedAt } = standing;
      return signed(messageTypes.answer, known(partner).portal, {
        jti: randomUUID(),
        nonce: jti,
        reference,
        status,
        ...(ticketNumber !== undefined && { ticketNumber }),
        ...(submittedAt !== undefined && { submittedAt }),
      });
    },
    async handOver(to, message) {
      const partner = known(to);
      const handover = await signed(messageTypes.handover, partner.portal, { ...message, jti: randomUUID() });
      const answer = await post(to, '/api/handover', { handover });
      const { handover: code, expiresIn } = asAgreed(partner, handoverAnswer, answer);
      return { address: arrivalAddress(partner, message.locale, code), expiresIn };
    },
    async ask(to, reference) {
      const partner = known(to);
      const jti = randomUUID();
      const request = await signed(messageTypes.question, partner.portal, { jti, reference });
      const answer = await post(to, '/api/handover/status', { request }, [404]);
      if (answer === null) return null;
      const { status } = asAgreed(partner, statusAnswer, answer);
      const { claims } = await verify(status, {
        typ: messageTypes.answer,
        to: address,
        partners: [partner],
        at: now(),
      }).catch((cause: unknown) => {
        throw unavailable(partner.id, 'the answer is not signed as agreed', { cause });
      });
      const told = asAgreed(partner, answerClaims, claims);
      if (told.nonce !== jti || told.reference !== reference) {
        throw unavailable(partner.id, 'the answer is to another question');
      }
      const { status: standing, ticketNumber, submittedAt } = told;
      return { status: standing, ticketNumber, submittedAt };
    },
  };
}

const arrivalAddress = ({ portal }: PartnerPortal, locale: Locale, code: string): string =>
  `${portal}${paths.handover[locale]}?${new URLSearchParams({ handover: code })}`;

function parsed<S extends z.ZodType>(schema: S, claims: unknown, { id }: PartnerPortal): z.output<S> {
  const result = schema.safeParse(claims);
  if (!result.success) throw new HandoverRefused('malformed', id);
  return result.data;
}

/** @throws PartnerUnavailable when an answer has another shape */
function asAgreed<S extends z.ZodType>({ id }: PartnerPortal, schema: S, answer: unknown): z.output<S> {
  const result = schema.safeParse(answer);
  if (!result.success) throw unavailable(id, 'the answer is not as agreed');
  return result.data;
}
