/** The scanner's result for a file; `uncheckable` when repeated scans would never give one. */
export type Verdict = { kind: 'clean' } | { kind: 'infected'; signature: string } | { kind: 'uncheckable' };

/** Scans files for malware. */
export type Scanner = {
  /**
   * Asks whether the scanner is available; a hanging one is noticed after seconds.
   * @throws PartnerUnavailable
   */
  ping(): Promise<void>;
  /**
   * @param limitMs longest time of a scan; a scanner that answers nobody meanwhile is given up within seconds
   * @throws PartnerUnavailable when it is unavailable, too slow, or gives an answer unknown to its protocol
   */
  scan(content: AsyncIterable<Uint8Array>, limitMs: number): Promise<Verdict>;
};
