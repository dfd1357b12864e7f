import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { Visitor } from './visitor.ts';

/** An application whose page is translated by the browser: every text is replaced by one in elements of its own. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

/** Wraps texts as translating browsers do, also those that come later. Runs in the page. */
function wrapTexts(): void {
  const isLeft = (node: Node): boolean =>
    node.parentElement?.closest('font, script, style, title, option, textarea, svg') !== null;
  const wrap = (text: Node): void => {
    if (!text.parentElement || text.nodeValue?.trim() === '' || isLeft(text)) return;
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstElementChild!.textContent = text.nodeValue;
    (text as ChildNode).replaceWith(font);
  };
  const wrapAll = (root: Node): void => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) wrap(text);
  };
  const begin = (): void => {
    wrapAll(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) node.nodeType === Node.TEXT_NODE ? wrap(node) : wrapAll(node);
    }).observe(document.body, { childList: true, subtree: true });
  };
  window.addEventListener('load', () => setTimeout(begin, 500));
}

it('is sent without an error, and no page of the form is mounted anew', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await page.addInitScript(wrapTexts);
  await visitor.startAnonymously('hundesteuer');
  await page.waitForTimeout(1_000);
  const parts = await page.evaluateHandle(() => [...document.querySelectorAll('header, main, footer')]);
  await visitor.fillAll('hundesteuer', undefined, async (title) => {
    const stay = await parts.evaluate((before) => before.map((part) => part.isConnected));
    expect(stay, title).toEqual([true, true, true]);
  });
  expect(await page.locator('font').count()).toBeGreaterThan(20);
  await visitor.confirm();
  await visitor.sees('result:heading');
  visitor.watched.expectSilent();
  await visitor.leave();
});
