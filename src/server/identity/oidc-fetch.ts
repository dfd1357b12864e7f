import type { CustomFetch } from 'openid-client';

/** Far more than the metadata, keys or claims of any provider. */
const LARGEST_BYTES = 256 * 1024;

/** The fetch of Node, which does not take more from a provider than it may have to say. */
export const cappedFetch: CustomFetch = async (url, options) => {
  const { status, statusText, headers, body } = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LARGEST_BYTES) throw new Error('the answer of the provider is too large');
    chunks.push(chunk);
  }
  // Some answers have no body, and none may be made for them.
  return new Response(body && Buffer.concat(chunks), { status, statusText, headers });
};
