/** The scanner's result for a file; `uncheckable` when it will never give one, however often it is asked. */
export type Verdict = { kind: 'clean' } | { kind: 'infected'; signature: string } | { kind: 'uncheckable' };

/** Scans files for malware. */
export type Scanner = {
  /**
   * Asks whether it is there; it takes seconds to find out that it hangs.
   * @throws PartnerUnavailable
   */
  ping(): Promise<void>;
  /**
   * @param limitMs how long it may take; one that answers nobody meanwhile is given up within seconds
   * @throws PartnerUnavailable when it is unavailable, too slow, or gives an answer unknown to its protocol
   */
  scan(content: AsyncIterable<Uint8Array>, limitMs: number): Promise<Verdict>;
};
