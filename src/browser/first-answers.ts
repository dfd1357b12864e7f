/** Time for which an answer that came with the page counts as fresh. */
const FRESH_MS = 10_000;

/** Answers to the reads that the page's head names. */
export type FirstAnswers = {
  /** The answer to a read, returned once; undefined when it was not requested or is no longer fresh. */
  take(address: string): Promise<Response> | undefined;
  /** Forgets all answers: a change on the server makes them outdated. */
  forget(): void;
};

/**
 * Collects the reads that the browser started for the page's head (src/server/http/first-reads.ts), in parallel with
 * the code instead of after it. It collects all of them at once: one left uncollected would later be returned out of
 * date.
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
  // The caller that takes it handles its failure; otherwise nobody needs to.
  answer.catch(() => undefined);
  return answer;
}
