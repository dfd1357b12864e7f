import { randomUUID } from 'node:crypto';
import type { DeliveryService, Postbox, PostboxMessage, SubmissionSchema } from '#server/ports/delivery.ts';
import type { KeyPairs } from '#server/security/key-pairs.ts';
import { sha512 } from '../fit-connect/metadata.ts';
import { createEnvelopes } from './envelope.ts';

export type PostboxConfig = {
  /** Pairs by which the operator knows us; read for each message, because keys are renewed while the server runs. */
  signer: () => KeyPairs;
  delivery: DeliveryService;
  /** Destination of the postbox operator. */
  destinationId: string;
  /** Name of the account provider, as people know it. */
  provider: string;
};

/** The format of a message to the BundID's postbox. */
export const messageSchema: SubmissionSchema = {
  schemaUri: 'https://schema.fitko.de/fit-connect/id.bund.de/message_v6/1.0.0/zbp-message.schema.json',
  mimeType: 'application/json',
};

/**
 * The BundID's postbox ("ZBP"), reached as one more destination of the delivery service. `send` may be repeated with
 * the same announcement: a message that has been submitted is not submitted again.
 */
export function createPostbox(config: PostboxConfig): Postbox {
  const { delivery, destinationId, provider } = config;
  // Unusable keys are reported at the start.
  createEnvelopes(config.signer());

  return {
    provider,

    async announce(message) {
      const attachmentIds = message.attachments.map(() => randomUUID());
      const publicService = publicServiceOf(message);
      const wanted = { destinationId, publicService, area: null, schemas: [messageSchema] };
      return { ...(await delivery.announce({ ...wanted, attachmentIds })), attachmentIds };
    },

    async send({ attachmentIds, ...announcement }, message) {
      if (attachmentIds.length !== message.attachments.length) {
        throw new Error(`message ${message.messageId} was announced with other attachments`);
      }
      const sealed = await delivery.seal({
        destinationId,
        publicService: publicServiceOf(message),
        area: null,
        data: [{ schema: messageSchema, text: await createEnvelopes(config.signer())(message) }],
        attachments: message.attachments.map((attachment, index) => ({
          ...attachment,
          attachmentId: attachmentIds[index]!,
          purpose: 'attachment',
          sha512: sha512(attachment.content),
        })),
        payment: null,
        reference: {
          senderReference: message.messageId,
          applicationDate: new Date().toISOString(),
          electronicNotice: null,
        },
        replyPostbox: null,
      });
      await delivery.deliver(announcement, sealed);
    },
  };
}

function publicServiceOf(message: PostboxMessage): { identifier: string; name: string } {
  return { identifier: 'urn:schema-fitko-de:fit-connect:id.bund.de:message_v6', name: message.service };
}
