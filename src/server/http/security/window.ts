import type { FastifyRequest } from 'fastify';
import { WINDOW_HEADER } from '#contract/window-header.ts';
import type { EditingWindow } from '#server/windows/editing.ts';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NAMES = new RegExp(`^(${ID})(?:,(${ID}))?$`);

/** Returns the window of a request, and the page that it showed before; null where the request names none. */
export function windowOf({ headers }: FastifyRequest): EditingWindow | null {
  const [, window, after] = NAMES.exec(String(headers[WINDOW_HEADER])) ?? [];
  return window === undefined ? null : { window, after };
}
