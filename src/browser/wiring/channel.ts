import type { SessionMessage } from '#machines/session/session.types.ts';

/** What the windows of this portal tell each other. */
export type WindowMessage =
  /** The payment provider's page was left; null when it is not known for which process. */
  { type: 'payment.returned'; processId: string | null } | SessionMessage;

const NAME = 'serviceportal';

/** One for the window: what goes out by it does not come back by it. */
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

/** Tells the other windows. */
export const announce = (message: WindowMessage): void => channel().postMessage(message);

/** Hears the other windows. @returns the function that stops it */
export function hear(listener: (message: WindowMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<WindowMessage>) => listener(data);
  channel().addEventListener('message', onMessage);
  return () => channel().removeEventListener('message', onMessage);
}
