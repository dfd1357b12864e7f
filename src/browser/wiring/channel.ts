import type { SessionMessage } from '#machines/session/session.types.ts';

/** Messages between the windows of this portal. */
export type WindowMessage =
  /** The person left the payment provider's page; null when it is not known for which process. */
  | { type: 'payment.returned'; processId: string | null }
  /** A window wants to edit this application: the one that does saves and lets go. */
  | { type: 'editing.requested'; processId: string }
  | SessionMessage;

const NAME = 'serviceportal';

/** The channel of this window; one alone, because a channel does not receive its own messages. */
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

/** Tells the other windows. */
export const announce = (message: WindowMessage): void => channel().postMessage(message);

/**
 * Receives messages of the other windows.
 * @returns the function that stops it
 */
export function hear(listener: (message: WindowMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<WindowMessage>) => listener(data);
  channel().addEventListener('message', onMessage);
  return () => channel().removeEventListener('message', onMessage);
}
