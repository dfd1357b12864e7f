/** What the windows of this portal tell each other. */
export type WindowMessage =
  /** The payment provider's page was left; null when it is not known for which process. */
  { type: 'payment.returned'; processId: string | null } | { type: 'session.renewed' };

const NAME = 'serviceportal';

/** Tells the other windows. */
export function announce(message: WindowMessage): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(message);
  channel.close();
}

/** Hears the other windows. @returns the function that stops it */
export function hear(listener: (message: WindowMessage) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<WindowMessage>) => listener(data);
  return () => channel.close();
}
