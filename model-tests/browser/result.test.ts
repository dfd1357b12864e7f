import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { picture } from './pictures.ts';
import { tooWide } from './sideways.ts';
import { Visitor } from './visitor.ts';

let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([
    openChromium(),
    startPortal({ environment: { LOG_LEVEL: 'fatal' } }),
  ]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const answers = { accept: 'successfullySubmitted', reject: 'processingError' } as const;

it.each([
  ['de', 'accept'],
  ['en', 'reject'],
] as const)(
  'the page of the result shows the authority’s answer without a reload, says it, and leaves the focus alone: %s, %s',
  async (locale, verdict) => {
    await portal.delivery.order({ hold: true });
    const visitor = await Visitor.arrive(browser, portal.url, locale);
    const { page } = visitor;
    await visitor.startAnonymously('hundesteuer');
    await visitor.fillAll('hundesteuer');
    await visitor.confirm();
    await visitor.sees('result:heading');
    const technical = page.locator('summary');
    await technical.click();
    const submission = (await page.locator('details[open] dd').textContent())!.trim();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname);
    });
    const spoken = page.locator('[role=status].kern-sr-only').first();
    await portal.delivery.decide(submission, verdict);
    await spoken
      .getByText(visitor.text(`workflow:sentApplicationHint.${answers[verdict]}`))
      .waitFor({ state: 'attached', timeout: 120_000 });
    await visitor.sees(verdict === 'reject' ? 'result:rejected.heading' : 'result:heading');
    const name = (await page
      .locator('dt', { hasText: visitor.text('result:facts.authority') })
      .locator('xpath=following-sibling::dd')
      .textContent())!;
    await page
      .getByText(
        visitor.text(`workflow:sentApplicationHolder.${answers[verdict]}`, { authority: name.trim() }),
      )
      .first()
      .waitFor();
    expect(await technical.evaluate((it) => it === document.activeElement)).toBe(true);
    // The e-mail may wait longer than the authority; afterwards nothing is asked.
    const asked = () => calls.length;
    await expect
      .poll(
        async () => {
          const before = asked();
          await page.waitForTimeout(21_000);
          return asked() - before;
        },
        { timeout: 120_000 },
      )
      .toBe(0);
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await tooWide(page)).toEqual([]);
      await picture(page, `result-${verdict}-${locale}-${width}`);
    }
    await visitor.leave();
    await portal.delivery.order({});
  },
  400_000,
);
