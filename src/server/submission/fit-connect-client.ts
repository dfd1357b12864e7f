import type { Options } from 'ky';
import type { z } from 'zod';
import type { FitConnectConfig } from '#server/submission/fit-connect-config.ts';
import {
  AnnouncementExpired,
  DeliveryRefused,
  deliveryFault,
  hasStatus,
} from '#server/submission/fit-connect-errors.ts';
import { createHttp } from '#server/submission/fit-connect-http.ts';
import {
  announcedSchema,
  destinationSchema,
  type EncryptionKey,
  encryptionKeySchema,
  eventLogSchema,
  keySetSchema,
  type SigningKey,
  signingKeySchema,
} from '#server/submission/fit-connect-schemas.ts';
import { createAccessTokens } from '#server/submission/fit-connect-token.ts';
import type { Announcement, SealedPackage } from '#server/submission/types.ts';

/** The calls of the FIT-Connect v2 APIs that a sender makes, one method each. */
export type FitConnectClient = {
  announce(request: {
    destinationId: string;
    announcedAttachments: string[];
    publicService: { identifier: string; name: string };
  }): Promise<Announcement>;
  /** Key of an active destination; throws DeliveryRefused when it is not active. */
  encryptionKey(destinationId: string): Promise<EncryptionKey>;
  /** Null when the destination has no such key for signatures. */
  destinationSigningKey(destinationId: string, kid: string): Promise<SigningKey | null>;
  /** Null when the delivery service publishes no such key. */
  serviceSigningKey(kid: string): Promise<SigningKey | null>;
  /** Answers 409 as DeliveryRefused when the submission takes no attachments any more. */
  putAttachment(submissionId: string, attachmentId: string, encrypted: string): Promise<void>;
  /** One attempt only: whoever repeats must first see what became of it. */
  finalize(submissionId: string, sealed: SealedPackage): Promise<void>;
  /** All entries of the log, unverified; null when the service knows no such submission. */
  eventLog(submissionId: string): Promise<string[] | null>;
};

const pageSize = 500;

export function createFitConnectClient(config: FitConnectConfig): FitConnectClient {
  const http = createHttp(config);
  const tokens = createAccessTokens(http, config);
  const submissionBase = `${config.submissionUrl.replace(/\/$/, '')}/v2`;
  const destinationBase = `${config.destinationUrl.replace(/\/$/, '')}/v2`;
  const jwksUrl = `${config.submissionUrl.replace(/\/$/, '')}/.well-known/jwks.json`;

  async function call(url: string, options: Options = {}): Promise<Response> {
    try {
      return await authorised(url, options);
    } catch (error) {
      throw deliveryFault(error);
    }
  }

  /** A token can be revoked before its time: then one new one is fetched and the call made once more. */
  async function authorised(url: string, options: Options): Promise<Response> {
    for (let last = false; ; last = true) {
      const token = await tokens.get();
      const headers = { ...options.headers, authorization: `Bearer ${token}` };
      try {
        return await http(url, { ...options, headers });
      } catch (error) {
        if (last || !hasStatus(deliveryFault(error), 401)) throw error;
        tokens.forget(token);
      }
    }
  }

  async function read<T>(schema: z.ZodType<T>, response: Promise<Response>): Promise<T> {
    const answer = await response;
    try {
      return schema.parse(await answer.json());
    } catch (error) {
      throw deliveryFault(
        new Error(`unexpected answer of ${new URL(answer.url).pathname}`, { cause: error }),
      );
    }
  }

  async function signingKey(answer: Promise<unknown>): Promise<SigningKey | null> {
    try {
      return signingKeySchema.safeParse(await answer).data ?? null;
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw error;
    }
  }

  return {
    announce: (request) =>
      read(announcedSchema, call(`${submissionBase}/submissions`, { method: 'post', json: request })),

    async encryptionKey(destinationId) {
      const url = `${destinationBase}/destinations/${encodeURIComponent(destinationId)}`;
      const { status, encryptionKid } = await read(destinationSchema, call(url));
      if (status !== 'active') throw new DeliveryRefused(`destination ${destinationId} is ${status}`);
      if (!encryptionKid) throw new DeliveryRefused(`destination ${destinationId} has no key`);
      return read(encryptionKeySchema, call(`${url}/keys/${encodeURIComponent(encryptionKid)}`));
    },

    destinationSigningKey: (destinationId, kid) =>
      signingKey(
        call(
          `${destinationBase}/destinations/${encodeURIComponent(destinationId)}/keys/${encodeURIComponent(kid)}`,
        ).then((answer) => answer.json()),
      ),

    async serviceSigningKey(kid) {
      const { keys } = await read(keySetSchema, call(jwksUrl));
      const known = keys.map((key) => signingKeySchema.safeParse(key).data);
      return known.find((key) => key?.kid === kid) ?? null;
    },

    async putAttachment(submissionId, attachmentId, encrypted) {
      await call(`${submissionBase}/submissions/${submissionId}/attachments/${attachmentId}`, {
        method: 'put',
        body: encrypted,
        headers: { 'content-type': 'application/jose' },
      }).catch((error) => {
        throw hasStatus(error, 404) ? new AnnouncementExpired(submissionId) : error;
      });
    },

    async finalize(submissionId, { encryptedMetadata, encryptedData }) {
      await call(`${submissionBase}/submissions/${submissionId}`, {
        method: 'put',
        json: { encryptedMetadata, encryptedData },
        retry: 0,
      }).catch((error) => {
        throw hasStatus(error, 404) ? new AnnouncementExpired(submissionId) : error;
      });
    },

    async eventLog(submissionId) {
      const entries: string[] = [];
      for (;;) {
        const searchParams = { offset: entries.length, limit: pageSize };
        const url = `${submissionBase}/submissions/${submissionId}/events`;
        try {
          const page = await read(eventLogSchema, call(url, { searchParams }));
          entries.push(...page.eventLog);
          if (page.eventLog.length === 0 || entries.length >= page.totalCount) return entries;
        } catch (error) {
          if (hasStatus(error, 404)) return null;
          throw error;
        }
      }
    },
  };
}
