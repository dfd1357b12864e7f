import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Visit } from '#server/analytics/visit.ts';
import { type Encoding, encode } from './compress.ts';

/** Memory that rendered pages may take. */
const CACHE_BYTES = 48 * 1024 * 1024;

/** A page as it is sent: its HTML and its payload. Each encoding is made when it is first asked for. */
export type StoredPage = {
  status: number;
  etag: string;
  /** About how many bytes it takes in memory, all encodings together. */
  size: number;
  /** What a look at it counts as. */
  visit: Visit;
  /** Source expression of the style sheet that is its own, for the content security policy. */
  ownStyles: string;
  body: (part: PagePart, encoding: Encoding | null) => Promise<string | Buffer>;
};
export type PagePart = 'html' | 'payload';

/** Keeps a rendered page ready to be sent. */
export function storedPage(
  status: number,
  visit: Visit,
  ownStyles: string,
  parts: Record<PagePart, string>,
): StoredPage {
  const encoded = new Map<string, Promise<Buffer>>();
  return {
    status,
    visit,
    ownStyles,
    // Two bytes a character, and half as much again for the encodings.
    size: (parts.html.length + parts.payload.length) * 3,
    etag: `"${hash('sha256', parts.html, 'base64url').slice(0, 22)}"`,
    body: async (part, encoding) => {
      if (encoding === null) return parts[part];
      const key = `${part} ${encoding}`;
      const made = encoded.get(key) ?? encode(encoding, parts[part]);
      encoded.set(key, made);
      return made;
    },
  };
}

/**
 * Rendered pages by key (page, language, theme, place, content). The same page asked for twice at a time is
 * rendered once. Without a key nothing is kept. Only good pages are: addresses that lead nowhere are without number.
 */
export function pageStore(): (key: string | null, render: () => Promise<StoredPage>) => Promise<StoredPage> {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (page, key) => page.size + key.length,
  });
  const underWay = new Map<string, Promise<StoredPage>>();
  return async (key, render) => {
    if (key === null) return render();
    const kept = pages.get(key) ?? underWay.get(key);
    if (kept) return kept;
    const rendering = render().finally(() => underWay.delete(key));
    underWay.set(key, rendering);
    const page = await rendering;
    if (page.status === 200) pages.set(key, page);
    return page;
  };
}
