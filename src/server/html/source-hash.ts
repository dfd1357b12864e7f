import { createHash } from 'node:crypto';

/** Source expression of a style or script that stands in the page, for the content security policy. */
export const sourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
