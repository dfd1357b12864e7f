import type { Content } from '#server/content/types.ts';

/**
 * Runs work that reads the content more than once, and repeats it when the content was replaced meanwhile, so that
 * all reads see one content.
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
