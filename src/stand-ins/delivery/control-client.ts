import ky from 'ky';
import * as z from 'zod';
import {
  type ArrivedMessage,
  type ArrivedSubmission,
  controlAnswers,
  type OpenedSubmission,
} from './control-answers.ts';
import type { OfferedService } from './destinations.ts';
import type { Orders } from './orders.ts';

export type DeliveryControl = {
  /** Replaces all orders to the clerk; `{}` leaves none. */
  order(orders: Partial<Orders>): Promise<void>;
  setDestination(destinationId: string, status: 'active' | 'inactive'): Promise<void>;
  /** Makes the destination offer these formats, and no others, for each of its services from now on. */
  setOffers(destinationId: string, submissionSchemas: OfferedService['submissionSchemas']): Promise<void>;
  /** Makes all destinations accept packages for another key from now on. */
  changeEncryptionKey(): Promise<void>;
  /** Announced and sent applications, newest first, without postbox messages. */
  submissions(): Promise<ArrivedSubmission[]>;
  submission(submissionId: string): Promise<OpenedSubmission>;
  attachment(submissionId: string, attachmentId: string): Promise<Uint8Array>;
  decide(submissionId: string, verdict: 'accept' | 'reject'): Promise<void>;
  /** Deletes announced submissions that were not sent, as the service does after a day. */
  expireIncomplete(): Promise<void>;
  /** Messages put into postboxes, newest first. */
  postbox(): Promise<ArrivedMessage[]>;
};

/** A new key alone takes seconds, on a busy machine many. */
const PATIENCE_MS = 120_000;

/** Drives the delivery stand-in from tests; `controlUrl` is the `control` of its start. */
export function createDeliveryControl(controlUrl: string): DeliveryControl {
  const http = ky.create({ prefix: controlUrl, retry: 0, timeout: PATIENCE_MS });
  const pages = ky.create({ prefix: new URL(controlUrl).origin, retry: 0, timeout: PATIENCE_MS });
  return {
    order: async (orders) => void (await http.put('orders', { json: orders })),
    setDestination: async (destinationId, status) =>
      void (await http.put(`destinations/${destinationId}`, { json: { status } })),
    setOffers: async (destinationId, submissionSchemas) =>
      void (await http.put(`destinations/${destinationId}`, { json: { submissionSchemas } })),
    changeEncryptionKey: async () => void (await http.post('encryption-key')),
    submissions: async () => z.array(controlAnswers.summary).parse(await http.get('submissions').json()),
    submission: async (id) => controlAnswers.content.parse(await http.get(`submissions/${id}`).json()),
    attachment: (id, attachmentId) => pages.get(`submissions/${id}/parts/${attachmentId}`).bytes(),
    decide: async (id, verdict) =>
      void (await http.post(`submissions/${id}/decision`, { json: { verdict } })),
    expireIncomplete: async () => void (await http.post('expiry')),
    postbox: async () => z.array(controlAnswers.message).parse(await http.get('postbox').json()),
  };
}
