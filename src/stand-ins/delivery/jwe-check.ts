import * as z from 'zod';

const headerSchema = z.looseObject({
  alg: z.literal('RSA-OAEP-256'),
  enc: z.literal('A256GCM'),
  kid: z.string(),
  cty: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  zip: z.undefined().optional(),
});

/** Not by a pattern: on megabytes, one may run out of stack. */
const isBase64Url = (text: string) =>
  text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text;
const structured = ['application/json', 'application/xml'];

/** `size` is the content's size in bytes, as GCM adds nothing to it. */
export type CheckedJwe = { fault: string } | { fault: null; tag: string; size: number };

/** Checks everything in a compact JWE that a delivery service can see without its key (RFC 7516, FIT-Connect v2). */
export function checkJwe(jwe: string, kid: string, part: 'metadata' | 'data' | 'attachment'): CheckedJwe {
  const segments = jwe.split('.');
  const [header = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = segments;
  if (segments.length !== 5 || !segments.every(isBase64Url)) {
    return { fault: 'not a compact JWE of five parts' };
  }
  if (ciphertext.length === 0 || iv.length !== 16 || tag.length !== 22 || encryptedKey.length !== 683) {
    return { fault: 'key, initialization vector or authentication tag have the wrong length' };
  }
  const parsed = headerSchema.safeParse(readHeader(header));
  if (!parsed.success) return { fault: `header: ${z.prettifyError(parsed.error)}` };
  if (parsed.data.kid !== kid) return { fault: 'header: kid is not the encryption key of the destination' };
  if (part !== 'attachment' && !structured.includes(parsed.data.cty)) {
    return { fault: 'header: cty must be application/json or application/xml' };
  }
  return { fault: null, tag, size: Math.floor((ciphertext.length * 3) / 4) };
}

function readHeader(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
