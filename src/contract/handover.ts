import * as z from 'zod/mini';
import { handedDataStates, handoverStatuses } from '#domain/handover.ts';
import { call } from './call.ts';
import { areaKey, isoTime, leiKaId, locale, uuid } from './shapes.ts';

const signed = z.string().check(z.minLength(1));
const id = z.object({ id: uuid });

/** Where an application came from, and where its person can go back to. */
export const handoverOrigin = z.object({ id: uuid, sender: z.string() });
export interface HandoverOrigin extends z.output<typeof handoverOrigin> {}

/** A hand-over that has arrived in a person's browser. */
const arrival = z.extend(handoverOrigin, {
  leiKaId,
  area: areaKey,
  data: z.enum(handedDataStates),
});
export interface ArrivalView extends z.output<typeof arrival> {}

/** Question to a person before they leave for another portal. */
const departure = z.object({
  leiKaId,
  service: z.string(),
  area: z.object({ key: areaKey, name: z.string() }),
  receiver: z.string(),
  /** Address of the other portal, as people know it. */
  portal: z.url(),
  /** Name and address of the account, to be handed over with consent; null when there is none. */
  person: z.nullable(z.object({ name: z.string(), address: z.string() })),
});
export interface DepartureView extends z.output<typeof departure> {}

/** An application that another portal runs, as far as that portal tells. */
const handedOver = z.object({
  id: uuid,
  service: z.string(),
  receiver: z.string(),
  portal: z.url(),
  startedAt: isoTime,
  /** Null until the other portal has told anything. */
  status: z.nullable(z.enum(handoverStatuses)),
  ticketNumber: z.nullable(z.string()),
  submittedAt: z.nullable(isoTime),
  /** When the other portal told this. */
  toldAt: z.nullable(isoTime),
  lang: locale,
});
export interface HandedOverView extends z.output<typeof handedOver> {}

/** The other portal's address, and its name. */
const wayOut = z.object({ address: z.url(), portal: z.string() });
export interface WayOut extends z.output<typeof wayOut> {}

/** Services shared between portals (docs/partners-shared-services.md). */
export const handoverCalls = {
  receiveHandover: call({
    method: 'POST',
    path: '/api/handover',
    summary:
      'Another portal hands over a person with a service and a place: a compact JWS (ES256) of a partner. Answers the code that the person arrives with, once',
    origin: 'own',
    body: z.object({ handover: signed }),
    answer: z.object({ handover: z.string(), expiresIn: z.number() }),
    errors: ['handover-off', 'handover-refused'],
  }),
  tellHandover: call({
    method: 'POST',
    path: '/api/handover/status',
    summary:
      'Another portal asks how an application stands that it has handed over: a compact JWS (ES256); so is the answer',
    origin: 'own',
    body: z.object({ request: signed }),
    answer: z.object({ status: z.string() }),
    errors: ['handover-off', 'handover-refused', 'handover-unknown'],
  }),
  openHandover: call({
    method: 'PUT',
    path: '/api/handover/open',
    summary: 'Opens the hand-over of a one-time code, for the first browser that does',
    origin: 'own',
    query: z.object({ lang: z.optional(locale) }),
    body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
    answer: arrival,
    errors: ['handover-off', 'handover-unknown', 'handover-used', 'handover-ended'],
  }),
  leaveHandover: call({
    method: 'PUT',
    path: '/api/handover/{id}/leave',
    summary: 'Where the person goes: back to the sender with the result, or on to the other portal, once',
    origin: 'own',
    params: id,
    query: z.object({ lang: z.optional(locale) }),
    answer: wayOut,
    errors: ['handover-off', 'handover-unknown', 'handover-ended'],
  }),
  describeDeparture: call({
    method: 'GET',
    path: '/api/handover/departure',
    summary: 'Which other portal runs a service at a place, and what would be handed over',
    origin: 'own',
    query: z.object({ leiKaId, area: areaKey, lang: z.optional(locale) }),
    answer: departure,
    errors: ['handover-off', 'service-not-found', 'place-not-covered'],
  }),
  startHandover: call({
    method: 'PUT',
    path: '/api/handover/departure',
    summary: 'Hands the person over to the portal that runs the service',
    origin: 'own',
    body: z.object({ leiKaId, area: areaKey, lang: locale, withPerson: z.boolean() }),
    answer: id,
    errors: ['handover-off', 'service-not-found', 'place-not-covered', 'neighbour-unavailable'],
  }),
  askHandover: call({
    method: 'PUT',
    path: '/api/handover/{id}/ask',
    summary: 'Asks the other portal how an application stands that was handed over to it',
    origin: 'own',
    params: id,
    query: z.object({ lang: z.optional(locale) }),
    answer: handedOver,
    errors: ['handover-off', 'handover-unknown'],
  }),
  listHandedOver: call({
    method: 'GET',
    path: '/api/handovers',
    summary: "The user's applications that other portals run, as far as those tell",
    origin: 'own',
    query: z.object({ lang: z.optional(locale) }),
    answer: z.array(handedOver),
    errors: ['login-required'],
  }),
};
