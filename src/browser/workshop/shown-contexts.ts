import { CONTEXT_CHANNEL, type ShownContext } from '#contract/shown-context.ts';
import type { Workshop } from '#ui/workshop/workshop-context.ts';

/** Number of texts that are kept; the oldest fall away. */
const MOST = 2_000;

/** Hears what actors of windows remember, in the build that tells it; undefined in any other. */
export function hearContexts(): Workshop['contextOf'] {
  if (import.meta.env.MODE !== 'context') return undefined;
  const heard: ShownContext[] = [];
  new BroadcastChannel(CONTEXT_CHANNEL).addEventListener(
    'message',
    ({ data }: MessageEvent<ShownContext>) => {
      heard.push(data);
      if (heard.length > MOST) heard.shift();
    },
  );
  return (actor, at) =>
    heard.findLast(
      (one) => `${one.window}/${one.page}/${one.sessionId}` === actor && (at === null || one.at <= at),
    )?.text ?? null;
}
