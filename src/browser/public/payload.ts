import { PAYLOAD_ID } from '#contract/pages.ts';
import type { Namespace } from '../i18n/namespaces.ts';

/**
 * Data that a public page carries with its markup: the answers its routes read (address of the call to its answer), so
 * that nothing is requested twice. Also served as `{page}/_payload.json` (spec section 7).
 */
export type Payload = {
  answers: Record<string, { status: number; body: unknown }>;
  /** The chosen place that the page was rendered for. */
  place: { value: string; key: string } | null;
  /** Hash that changes with build, content and theme. */
  hash: string;
};

/** The payload of the first page, with its texts (namespace to texts). */
export type FirstPayload = Payload & { texts: Partial<Record<Namespace, object>> };

/**
 * Address of the payload of a page.
 * @param href path of the page with its query; its fragment makes no difference
 * @param area regional key of the chosen place, where the query names none
 */
export function payloadAddress(href: string, area: string | null, hash: string): string {
  const [path = '/', search = ''] = href.replace(/#.*$/, '').split('?');
  const query = new URLSearchParams(search);
  if (area !== null && !query.has('area') && !query.has('place')) query.set('area', area);
  query.set('hash', hash);
  return `${path.replace(/\/$/, '')}/_payload.json?${query}`;
}

/** Reads the payload that came with this page; null when the server sent none. */
export function readPayload(): FirstPayload | null {
  const text = document.getElementById(PAYLOAD_ID)?.textContent;
  return text ? (JSON.parse(text) as FirstPayload) : null;
}

/**
 * Reads the payload once and removes it: a person's entries must not stay in the page when it is covered (decision 29).
 */
export function takePayload(): FirstPayload | null {
  const payload = readPayload();
  document.getElementById(PAYLOAD_ID)?.replaceChildren();
  return payload;
}
