import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may be counted: not for people who do not want to be tracked (Do Not Track, Global Privacy
 * Control), and not when a browser prefetches.
 */
export const mayCount = (headers: IncomingHttpHeaders): boolean =>
  headers.dnt !== '1' && headers['sec-gpc'] !== '1' && !/prefetch|prerender/.test(purposeOf(headers));

const purposeOf = (headers: IncomingHttpHeaders): string =>
  [headers['sec-purpose'], headers.purpose, headers['x-moz']].join(' ').toLowerCase();
