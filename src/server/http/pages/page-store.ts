import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Visit } from '#server/analytics/visit.ts';
import { type Encoding, encode } from '../compress.ts';

/** Memory limit for rendered pages. */
const CACHE_BYTES = 48 * 1024 * 1024;

/** A page as it is sent: its HTML and its payload. Each encoding is made when it is first requested. */
export type StoredPage = {
  status: number;
  etag: string;
  /** Approximate bytes in memory, all encodings together. */
  size: number;
  /** The kind of visit that viewing it counts as. */
  visit: Visit;
  /** Source expression of the page's own style sheet, for the content security policy. */
  ownStyles: string;
  body: (part: PagePart, encoding: Encoding | null) => Promise<Buffer>;
};
export type PagePart = 'html' | 'payload';

/** Prepares a rendered page for sending. */
export function storedPage(
  status: number,
  visit: Visit,
  ownStyles: string,
  parts: Record<PagePart, string>,
): StoredPage {
  const encoded = new Map<string, Promise<Buffer>>();
  // Converted once, for the tag and every encoding.
  const bytes = { html: Buffer.from(parts.html), payload: Buffer.from(parts.payload) };
  return {
    status,
    visit,
    ownStyles,
    // Twice the bytes is more than all encodings take.
    size: (bytes.html.length + bytes.payload.length) * 2,
    // Distinguishes only one version of a page from the next.
    etag: `"${crc32(bytes.html).toString(36)}-${bytes.html.length.toString(36)}"`,
    body: async (part, encoding) => {
      if (encoding === null) return bytes[part];
      const key = `${part} ${encoding}`;
      // A copy: the encoder's output would keep its whole buffer in memory.
      const made = encoded.get(key) ?? encode(encoding, bytes[part]).then((written) => Buffer.from(written));
      encoded.set(key, made);
      return made;
    },
  };
}

/**
 * Stores rendered pages by key (page, language, theme, place, content). Concurrent requests for one page render it
 * once. A page without a key is not stored, nor is any status but 200: addresses that lead nowhere are unlimited. A
 * refusal to render (`assertMayRender`) affects this request alone, not those that wait for the page.
 */
export function pageStore(): (
  key: string | null,
  render: () => Promise<StoredPage>,
  assertMayRender: () => Promise<void>,
) => Promise<StoredPage> {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (page, key) => page.size + key.length,
  });
  const underWay = new Map<string, Promise<StoredPage>>();
  return async (key, render, assertMayRender) => {
    const present = () => (key === null ? undefined : (pages.get(key) ?? underWay.get(key)));
    const kept = present();
    if (kept) return kept;
    await assertMayRender();
    if (key === null) return render();
    const meanwhile = present();
    if (meanwhile) return meanwhile;
    const rendering = render().finally(() => underWay.delete(key));
    underWay.set(key, rendering);
    const page = await rendering;
    if (page.status === 200) pages.set(key, page);
    return page;
  };
}
