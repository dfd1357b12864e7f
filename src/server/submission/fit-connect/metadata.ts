import { createHash } from 'node:crypto';
import * as z from 'zod';
import { germanDay } from '#domain/german-time.ts';
import { isPaymentMethod, paymentMethods } from '#domain/payment-method.ts';
import type { DeliveryPackage } from '#server/ports/delivery.ts';
import type { Author } from './config.ts';

/** The version of FIT-Connect's metadata that we write. */
export const METADATA_VERSION = '2.1.0';
const METADATA_SCHEMA_URI =
  `https://schema.fitko.de/fit-connect/metadata/${METADATA_VERSION}/metadata.schema.json` as const;

const hash = z.object({ type: z.literal('sha512'), content: z.string().regex(/^[a-f0-9]{128}$/) });

/** The used part of FIT-Connect's metadata schema 2.1.0, as strict as a receiver reads it. */
export const metadataSchema = z.looseObject({
  $schema: z.literal(METADATA_SCHEMA_URI),
  contentStructure: z.object({
    data: z.object({
      hash,
      submissionSchema: z.object({
        schemaUri: z.url(),
        mimeType: z.enum(['application/json', 'application/xml']),
      }),
    }),
    attachments: z.array(
      z.object({
        hash,
        purpose: z.enum(['form', 'attachment', 'report', 'data']),
        filename: z.string().min(1).optional(),
        mimeType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
        attachmentId: z.uuid(),
      }),
    ),
  }),
  paymentInformation: z
    .object({
      transactionId: z.string().min(1),
      transactionReference: z.string().min(1),
      transactionTimestamp: z.iso.datetime({ offset: true }).optional(),
      paymentMethod: z.enum(paymentMethods),
      paymentMethodDetail: z.string().optional(),
      status: z.enum(['INITIAL', 'BOOKED', 'FAILED', 'CANCELED']),
      /** Euros. */
      grossAmount: z.number().positive().multipleOf(0.01).optional(),
    })
    .optional(),
  additionalReferenceInfo: z
    .object({
      senderReference: z.string().optional(),
      applicationDate: z.iso.date().optional(),
      zustimmungZumDigitalenBescheid: z.boolean().optional(),
    })
    .optional(),
  replyChannel: z.object({ idBundDeMailbox: z.object({ mailboxUuid: z.guid() }) }).optional(),
  author: z
    .object({
      name: z.string().min(1),
      product: z.object({
        name: z.string().min(1),
        version: z.string().min(1),
        manufacturer: z.string().optional(),
      }),
    })
    .optional(),
});

export type Metadata = z.infer<typeof metadataSchema>;

/** Returns hex SHA-512 of unencrypted bytes, as the metadata requires. */
export function sha512(content: Uint8Array | string): string {
  return createHash('sha512').update(content).digest('hex');
}

/**
 * Returns the validated metadata of a package with the data in one format. Throws ZodError when the package does not fit
 * the schema.
 */
export function buildMetadata(
  content: DeliveryPackage,
  { schema, text }: DeliveryPackage['data'][number],
  author: Author,
): Metadata {
  const { payment, reference, replyPostbox } = content;
  return metadataSchema.parse({
    $schema: METADATA_SCHEMA_URI,
    contentStructure: {
      data: {
        hash: { type: 'sha512', content: sha512(text) },
        submissionSchema: schema,
      },
      attachments: content.attachments.map(({ sha512, purpose, filename, mimeType, attachmentId }) => ({
        hash: { type: 'sha512', content: sha512 },
        purpose,
        filename,
        mimeType,
        attachmentId,
      })),
    },
    ...(payment && { paymentInformation: paymentInformation(payment) }),
    additionalReferenceInfo: {
      senderReference: reference.senderReference,
      applicationDate: localDate(reference.applicationDate),
      ...(reference.electronicNotice !== null && {
        zustimmungZumDigitalenBescheid: reference.electronicNotice,
      }),
    },
    ...(replyPostbox && { replyChannel: { idBundDeMailbox: { mailboxUuid: replyPostbox } } }),
    author,
  });
}

function paymentInformation(
  payment: NonNullable<DeliveryPackage['payment']>,
): Metadata['paymentInformation'] {
  return {
    transactionId: payment.transactionId,
    transactionReference: payment.reference,
    transactionTimestamp: payment.timestamp,
    ...(isPaymentMethod(payment.method)
      ? { paymentMethod: payment.method }
      : { paymentMethod: 'OTHER', paymentMethodDetail: payment.method }),
    status: 'BOOKED',
    grossAmount: payment.grossAmountCents / 100,
  };
}

/** Returns the day of an instant in Germany, because deadlines follow the administration's calendar. */
function localDate(instant: string): string {
  if (!instant.includes('T')) return instant;
  return germanDay(new Date(instant));
}
