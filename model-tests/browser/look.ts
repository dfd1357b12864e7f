import { setTimeout } from 'node:timers/promises';
import type { Visitor } from './visitor.ts';

/** Pause between two glances, ms. */
const GLANCE_MS = 200;
/** A press gives up after this time, ms: what is above the button by then has to be closed first. */
const PRESS_MS = 2_000;

/** Closes the message that the session has expired, and presses "look", where they are. */
async function uncover(visitor: Visitor): Promise<void> {
  const look = visitor.button('ending:look.show');
  if (!(await look.isVisible())) return;
  for (const key of ['common:expired.stay', 'common:expired.understood', 'ending:look.show']) {
    const button = visitor.button(key);
    if (await button.isVisible()) await button.click({ timeout: PRESS_MS });
  }
}

/**
 * Acts as a person who looks at their entries whenever the end of the session covers them. The page is covered when a
 * call tells it of the end, which may be at any moment; its message opens a moment later, and a busy machine that
 * takes the page for one that has slept covers it again.
 */
export async function whileLooking<T>(visitor: Visitor, act: () => Promise<T>): Promise<T> {
  const over = Promise.withResolvers<'over'>();
  const look = async () => {
    for (let isOver = false; !isOver; ) {
      // A press in vain, or a page that is just being loaded: the next glance sees what is there then.
      await uncover(visitor).catch(() => undefined);
      isOver = (await Promise.race([over.promise, setTimeout(GLANCE_MS)])) === 'over';
    }
  };
  const looking = look();
  try {
    return await act();
  } finally {
    over.resolve('over');
    await looking;
  }
}

/** Waits until the end of the session has covered the page, and looks at it. */
export async function lookAtCovered(visitor: Visitor): Promise<void> {
  const look = visitor.button('ending:look.show');
  await look.waitFor();
  await whileLooking(visitor, () => look.waitFor({ state: 'detached' }));
}
