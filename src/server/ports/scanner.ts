/** What the scanner says of a file; `uncheckable` when it will not say anything, however often it is asked. */
export type Verdict = { kind: 'clean' } | { kind: 'infected'; signature: string } | { kind: 'uncheckable' };

/** Looks for harmful software in files. */
export type Scanner = {
  /**
   * @param limitMs how long it may take
   * @throws PartnerUnavailable when it is away, too slow, or says what its protocol does not know
   */
  scan(content: AsyncIterable<Uint8Array>, limitMs: number): Promise<Verdict>;
};
