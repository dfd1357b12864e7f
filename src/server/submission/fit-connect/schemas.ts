import * as z from 'zod';

/** The used parts of the delivery service's answers (FIT-Connect Submission and Destination API v2). */

export const tokenSchema = z.object({
  access_token: z.string().min(1),
  /** Seconds. */
  expires_in: z.number().positive(),
});

export const destinationSchema = z.object({
  destinationId: z.string(),
  status: z.enum(['created', 'active', 'inactive', 'decommissioned']),
  encryptionKid: z.string().min(1).optional(),
  /** Versions of the metadata that it reads; without any it has not said so. */
  metadataVersions: z.array(z.string()).default([]),
  publicServices: z
    .array(
      z.object({
        identifier: z.string(),
        /** `DE` with the beginning of a regional key; without any it is for all places. */
        regions: z.array(z.string()).default([]),
        submissionSchemas: z.array(z.object({ schemaUri: z.string(), mimeType: z.string() })).default([]),
      }),
    )
    .default([]),
});
export type Destination = z.infer<typeof destinationSchema>;

/** A public RSA key (RFC 7517). 683 characters of base64url are 4096 bits. */
const rsaKey = z.object({
  kty: z.literal('RSA'),
  kid: z.string().min(1),
  e: z.string(),
  n: z.string().min(683),
  x5c: z.array(z.string()).optional(),
  key_ops: z.array(z.string()).optional(),
});

export const encryptionKeySchema = rsaKey.extend({ alg: z.literal('RSA-OAEP-256') });

export const signingKeySchema = rsaKey.extend({ alg: z.literal('PS512') });

/** Keys of other kinds may stand next to the known ones. */
export const keySetSchema = z.object({ keys: z.array(z.unknown()) });

export const announcedSchema = z.object({ submissionId: z.uuid(), caseId: z.uuid() });

export const eventLogSchema = z.object({
  totalCount: z.number().int().nonnegative(),
  eventLog: z.array(z.string()),
});

export type EncryptionKey = z.infer<typeof encryptionKeySchema>;
export type SigningKey = z.infer<typeof signingKeySchema>;
