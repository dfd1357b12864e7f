import type { Content } from '#server/content/types.ts';

/**
 * Does work that reads the content more than once, as if it had read it at one moment: again from the beginning when
 * the content was replaced meanwhile.
 */
export async function withOneContent<T>(
  current: () => Content,
  work: (content: Content) => Promise<T>,
): Promise<T> {
  for (;;) {
    const content = current();
    const done = await work(content);
    if (current() === content) return done;
  }
}
