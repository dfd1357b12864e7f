const SIGNATURES: readonly (readonly [type: string, start: Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

/** Media type of a file that the form takes, by its first bytes; null for any other. */
export const typeOf = (content: Buffer): string | null =>
  SIGNATURES.find(([, start]) => content.subarray(0, start.length).equals(start))?.[0] ?? null;
