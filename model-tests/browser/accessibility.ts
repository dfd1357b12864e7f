import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright';

/** WCAG 2.2 AA and good practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The minified checker, less than half the size of the package's source: every page loads a copy. */
const checker = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
declare const axe: typeof import('axe-core');

/** The checker runs beside the page, not in it: no clock, policy or script of the page has to do with it. */
const WORLD = 'accessibility';

/**
 * Runs in that world. If the screen changes during a check, the result covers parts of both screens, so the check is
 * repeated once the page is still.
 * @returns objections of the checker, with the elements
 */
const check = async (tags: string[], mostLooks: number): Promise<string[]> => {
  for (let look = 1; ; look += 1) {
    let hasChanged = false;
    const observer = new MutationObserver(() => {
      hasChanged = true;
    });
    // Parts of the page are hidden and shown by their attributes while their code loads.
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    const { violations } = await axe.run({ runOnly: tags, resultTypes: ['violations'], iframes: false });
    hasChanged ||= observer.takeRecords().length > 0;
    observer.disconnect();
    if (violations.length === 0 || !hasChanged || look === mostLooks)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    await new Promise((resolve) => setTimeout(resolve, look * 100));
  }
};
/** Limit for a page that never stands still; on a busy machine a screen takes seconds to be whole. */
const MOST_LOOKS = 15;

/** @returns the accessibility violations in the present state of a page, with the elements */
export async function violationsOf(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await client.send('Page.getFrameTree');
    const { executionContextId: contextId } = await client.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: WORLD,
    });
    // Loads the checker once per document, however often it changes: loading takes as long as running.
    if (!(await evaluate<boolean>(client, contextId, '"axe" in globalThis')))
      await evaluate(client, contextId, `${checker};null`);
    return await evaluate<string[]>(client, contextId, `(${check})(${JSON.stringify(TAGS)}, ${MOST_LOOKS})`);
  } finally {
    await client.detach();
  }
}

async function evaluate<T>(client: CDPSession, contextId: number, expression: string): Promise<T> {
  const { result, exceptionDetails } = await client.send('Runtime.evaluate', {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as T;
}
