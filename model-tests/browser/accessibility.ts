import axe from 'axe-core';
import type { CDPSession, Page } from 'playwright';

/** WCAG 2.2 AA and good practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The checker runs beside the page, not in it: no clock, policy or script of the page has to do with it. */
const WORLD = 'accessibility';

/** Runs in that world. @returns what the checker objects to, with the elements */
const check = async (tags: string[]): Promise<string[]> => {
  const { violations } = await axe.run({ runOnly: tags, resultTypes: ['violations'], iframes: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
};

/** @returns the accessibility violations in the present state of a page, with the elements */
export async function violationsOf(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await client.send('Page.getFrameTree');
    const { executionContextId: contextId } = await client.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: WORLD,
    });
    // Once per document, however often it changes: loading the checker takes as long as running it.
    if (!(await evaluate<boolean>(client, contextId, '"axe" in globalThis')))
      await evaluate(client, contextId, `${axe.source};null`);
    return await evaluate<string[]>(client, contextId, `(${check})(${JSON.stringify(TAGS)})`);
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
