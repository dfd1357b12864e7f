import type { InspectionEvent } from 'xstate';
import { CONTEXT_CHANNEL, type ShownContext } from '#contract/shown-context.ts';
import type { InspectedWindow } from './window-id.ts';

/** Length of the longest text that is told. */
const LONGEST = 50_000;

/** Tells the workshop of this browser what actors remember, for developers on their own machine. */
export function tellContext(
  own: InspectedWindow,
  channel: Pick<BroadcastChannel, 'postMessage'> = new BroadcastChannel(CONTEXT_CHANNEL),
): (event: InspectionEvent) => void {
  return (event) => {
    if (event.type !== '@xstate.snapshot' || !('context' in event.snapshot)) return;
    channel.postMessage({
      ...own,
      sessionId: event.actorRef.sessionId,
      at: Date.now(),
      text: readable(event.snapshot.context),
    } satisfies ShownContext);
  };
}

/** A value as JSON: files by their size, and nothing within itself. */
export function readable(value: unknown): string {
  const around: unknown[] = [];
  const text = JSON.stringify(
    value,
    function (this: unknown, _key, inner: unknown) {
      if (typeof inner !== 'object' || inner === null) return inner;
      while (around.length > 0 && around.at(-1) !== this) around.pop();
      if (around.includes(inner)) return '(itself)';
      if (inner instanceof Blob) return `(file of ${inner.size} bytes)`;
      const plain = inner instanceof Map || inner instanceof Set ? [...inner] : inner;
      around.push(plain);
      return plain;
    },
    1,
  );
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
