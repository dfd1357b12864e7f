/** An answer that came with the page is news for so long. */
const FRESH_MS = 10_000;

/** Answers to the reads that the page's head names. */
export type FirstAnswers = {
  /** The answer to a read, given once; undefined when it was not asked for or is not fresh any more. */
  take(address: string): Promise<Response> | undefined;
  /** Something is about to change on the service: what was read before counts no longer. */
  forget(): void;
};

/**
 * Takes up the reads that the browser has begun for the page's head (src/server/http/first-reads.ts), beside
 * the code and not after it. All of them at once: one that nobody took would be handed to a later read,
 * out of date.
 */
export function firstAnswers(): FirstAnswers {
  const links = document.head.querySelectorAll<HTMLLinkElement>(
    'link[rel="preload"][as="fetch"][crossorigin="use-credentials"]',
  );
  const begun = new Map([...links].map((link) => [link.getAttribute('href') ?? '', read(link.href)]));
  const forget = () => begun.clear();
  setTimeout(forget, FRESH_MS);
  return {
    forget,
    take: (address) => {
      const answer = begun.get(address);
      begun.delete(address);
      return answer;
    },
  };
}

function read(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: 'include' });
  // Whoever takes it hears of its failure; nobody needs to.
  answer.catch(() => undefined);
  return answer;
}
