import { INSPECTION_CHANNEL, type InspectionMessage } from '#contract/inspection.ts';

/**
 * Hears the reports of inspected windows, from their actors as they are now.
 * @returns the function that stops it
 */
export function hearWindows(listener: (message: InspectionMessage) => void): () => void {
  const channel = new BroadcastChannel(INSPECTION_CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<InspectionMessage>) => listener(data));
  channel.postMessage({ type: 'workshop.opened' } satisfies InspectionMessage);
  return () => channel.close();
}
