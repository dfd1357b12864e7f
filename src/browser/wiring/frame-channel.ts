import { fromCallback } from 'xstate';
import type { ToFrame } from '#contract/frame-messages.ts';
import type { EmbeddedEvent, FramePlace, FrameWish } from '#machines/embedded/embedded.types.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { FRAME_ID } from '#ui/screens/application/frame-id.ts';
import type { eventOf } from './frame-messages.ts';

/** Most messages within a second; no form needs more. */
const MOST_PER_SECOND = 60;
const SECOND_MS = 1_000;
/** Interval of "hello": a frame that is still loading does not hear the first one. */
const HELLO_MS = 500;

/** The frame has no document of another origin yet: the present one could be read. */
const isLoading = (frame: HTMLIFrameElement): boolean => frame.contentDocument !== null;

/**
 * Whether somebody is working in the frame, whose keys and clicks this page does not see. The browser says so, not the
 * frame; an older browser (before 2023) leaves only the frames' own messages about people's work.
 */
function showsPerson(event: EmbeddedEvent): boolean {
  const { userActivation } = navigator as Partial<Pick<Navigator, 'userActivation'>>;
  if (userActivation) return userActivation.isActive;
  return event.type === 'frame.pageShown' || (event.type === 'frame.dirtied' && event.dirty);
}

/**
 * Talks to the frame of a form server. A message counts only from the frame's window, with its exact origin, in the
 * shape of the protocol and for the case that was opened; the rest is ignored, but counted.
 * @param noteSign called when somebody works in the frame
 */
export const talkToFrame = (noteSign: () => void) =>
  fromCallback<FrameWish, FramePlace>(({ input: { address, caseId }, receive, sendBack }) => {
    const { origin } = new URL(address);
    const frame = () => document.getElementById(FRAME_ID) as HTMLIFrameElement | null;
    // The form route does without the library that reads shapes; a frame takes longer to load than that.
    let read: typeof eventOf | null = null;
    loadWithRetry(() => import('./frame-messages.ts')).then(
      (messages) => {
        read = messages.eventOf;
      },
      // A frame whose messages cannot be read is given up like a silent one.
      () => undefined,
    );
    let greeting: ReturnType<typeof setInterval> | undefined;
    const stopGreeting = () => clearInterval(greeting);

    const tell = (wish: FrameWish) => {
      const there = frame();
      if (there === null || isLoading(there)) return;
      const message = { v: 1, ...wish, type: `lip:${wish.type}` } as ToFrame;
      there.contentWindow?.postMessage(message, origin);
    };
    receive((wish) => {
      tell(wish);
      if (wish.type !== 'hello') return;
      stopGreeting();
      greeting = setInterval(() => tell(wish), HELLO_MS);
    });

    let heard = { since: 0, count: 0 };
    const isFlood = () => {
      const now = performance.now();
      if (now - heard.since > SECOND_MS) heard = { since: now, count: 0 };
      heard.count += 1;
      return heard.count > MOST_PER_SECOND;
    };
    const hear = ({ origin: from, source, data }: MessageEvent) => {
      if (source === null || source !== frame()?.contentWindow) return;
      if (isFlood()) {
        stop();
        sendBack({ type: 'frame.flooded' });
        return;
      }
      if (from !== origin) return;
      // The message is read at once or not at all: read later, "ready" could be that of a document which is no longer there.
      const event = read?.(data, caseId) ?? null;
      if (event === null) return;
      if (showsPerson(event)) noteSign();
      if (event.type === 'frame.readied') stopGreeting();
      sendBack(event);
    };
    const stop = () => {
      stopGreeting();
      window.removeEventListener('message', hear);
    };
    window.addEventListener('message', hear);
    return stop;
  });
