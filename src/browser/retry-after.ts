/** Seconds to wait before asking the server again, by the header Retry-After; undefined when it does not say. */
export function secondsToWait(header: string | null): number | undefined {
  const seconds = Number(header);
  return seconds > 0 ? seconds : undefined;
}
