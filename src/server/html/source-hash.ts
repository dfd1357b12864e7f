import { createHash } from 'node:crypto';

/** Source expression of an inlined style or script, for the content security policy. */
export const sourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
