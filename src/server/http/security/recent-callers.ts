/**
 * Remembers whether anybody except a caller has asked recently.
 * @param forMs length of that time, in milliseconds
 */
export function recentCallers(forMs: number, now = () => performance.now()) {
  let last = { caller: '', at: Number.NEGATIVE_INFINITY };
  let otherThanLast = last;
  return {
    note(caller: string): void {
      if (caller !== last.caller) otherThanLast = last;
      last = { caller, at: now() };
    },
    others: (caller: string): boolean => now() - (caller === last.caller ? otherThanLast : last).at <= forMs,
  };
}
