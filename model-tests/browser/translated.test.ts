import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceName } from '../http/applications.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { NO_DRAFT } from './journeys.ts';
import { chooseAtProvider, Visitor } from './visitor.ts';

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

const services: [ServiceName, (visitor: Visitor) => Promise<void>, (visitor: Visitor) => Promise<void>][] = [
  ['hundesteuer', (visitor) => visitor.startAnonymously('hundesteuer'), async () => {}],
  ['fischereischein', (visitor) => visitor.startAnonymously('fischereischein'), pay],
  [
    'meldebescheinigung',
    (visitor) => visitor.startWithAccount('meldebescheinigung', 'petersen:Elster'),
    decideAndPay,
  ],
];

/** The account knows other data than the form has: both are shown on the way. */
async function decideAndPay(visitor: Visitor): Promise<void> {
  await visitor.decideConflict('keep');
  await visitor.sees('summary:notice.title');
  await visitor.button('summary:notice.payment').click();
  await pay(visitor);
}

/** The personal area with a sent application, in one language after the other. */
async function readArea(visitor: Visitor): Promise<void> {
  await visitor.link('result:toArea').click();
  for (const locale of ['en', 'de', 'en'] as const) {
    await visitor.page.locator('.sp-sent h3').first().waitFor();
    // The texts are wrapped once they stand still.
    await visitor.page.waitForTimeout(1_000);
    await visitor.read(locale);
    await visitor.page.getByRole('heading', { level: 2, name: visitor.text('account:sent.title') }).waitFor();
  }
}

async function pay(visitor: Visitor): Promise<void> {
  await visitor.sees('payment:title');
  await chooseAtProvider(await visitor.openProvider(), 'card');
}

it.each(services)(
  '%s is sent without an error, and no page of the form is mounted anew',
  async (service, start, end) => {
    const visitor = await Visitor.arrive(browser, portal.url);
    const { page } = visitor;
    await page.addInitScript(wrapTexts);
    await start(visitor);
    await page.waitForTimeout(1_000);
    const parts = await page.evaluateHandle(() => [...document.querySelectorAll('header, main, footer')]);
    await visitor.fillAll(service, undefined, async (title) => {
      const stay = await parts.evaluate((before) => before.map((part) => part.isConnected));
      expect(stay, title).toEqual([true, true, true]);
    });
    expect(await page.locator('font').count()).toBeGreaterThan(20);
    await visitor.confirm();
    await end(visitor);
    await visitor.sees('result:heading');
    if (service === 'meldebescheinigung') await readArea(visitor);
    visitor.watched.expectSilent([NO_DRAFT]);
    await visitor.leave();
  },
);
