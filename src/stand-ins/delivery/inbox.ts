import { compactDecrypt, decodeProtectedHeader } from 'jose';
import type { Keys } from './keys.ts';
import type { SubmissionRecord } from './records.ts';
import type { SubmissionStore } from './store.ts';

/** Reads submissions with the authority's private key. Throws when a part cannot be decrypted. */
export type Inbox = {
  /** `name` is `metadata`, `data` or the id of an attachment. */
  open(record: SubmissionRecord, name: string): Promise<{ bytes: Uint8Array; mediaType: string }>;
  /** Metadata or data as JSON; throws when it is not JSON. */
  openJson(record: SubmissionRecord, name: 'metadata' | 'data'): Promise<unknown>;
};

export function createInbox(store: SubmissionStore, keys: Keys): Inbox {
  async function open(record: SubmissionRecord, name: string) {
    const jwe = await store.readBody(record.submissionId, name);
    const { kid } = decodeProtectedHeader(jwe);
    const key = keys.retired.find((one) => one.kid === kid) ?? keys.encryption;
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, key.privateKey, {
      keyManagementAlgorithms: ['RSA-OAEP-256'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return { bytes: plaintext, mediaType: protectedHeader.cty ?? 'application/octet-stream' };
  }

  return {
    open,
    openJson: async (record, name) => {
      const { bytes } = await open(record, name);
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    },
  };
}
