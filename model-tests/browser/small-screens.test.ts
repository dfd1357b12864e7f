import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { takenUp } from './public-visitor.ts';
import { Visitor } from './visitor.ts';

/** Public pages on a phone, and enlarged: what matters is in the window. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

/** Opens a page; without script in a browser that runs none. */
async function open(href: string, viewport: { width: number; height: number }, script = true): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport,
    locale: 'de',
    javaScriptEnabled: script,
  });
  const page = await context.newPage();
  await page.goto(href);
  if (script) await takenUp(page);
  return page;
}

/** Distance of the upper edge of an element from that of the window, in px. */
const topOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;

const FIRST_RESULT = '.sp-results .sp-list li';
const phone = { width: 360, height: 740 };

describe('a place chosen on the page of a service', () => {
  const dogTax = hrefOf.service('de', '99102013104000');
  const isInView = (page: Page, text: string | RegExp, { height }: { height: number }) =>
    eventually(async () => {
      const { y = -1 } = (await page.getByText(text).first().boundingBox()) ?? {};
      return y >= 0 && y < height - 40;
    }, true);

  it.each([phone, { width: 640, height: 400 }])(
    'shows what it changes in $width × $height',
    async (viewport) => {
      const page = await open(dogTax, viewport);
      const type = async (place: string) => {
        await page.fill('#place input', place);
        await page.locator('#place input').press('Escape');
        await page.locator('#place button').click();
      };
      await type('Atlantis');
      await isInView(page, /Atlantis/, viewport);
      await eventually(() => page.evaluate(() => document.activeElement?.id), 'apply');
      await page.evaluate(() => scrollTo(0, 0));
      await type('24103');
      await eventually(
        async () => (await topOf(page, '#apply .sp-chosen-place')) < viewport.height - 40,
        true,
      );
      await eventually(() => page.evaluate(() => document.activeElement?.id), 'apply');
      await page.context().close();
    },
  );

  it('that is unknown is said beside the button, not over it', async () => {
    const page = await open(dogTax, phone);
    await page.fill('#place input', 'Atlantis');
    await page.locator('#place .sp-combobox__status').waitFor();
    await page.locator('#place button').scrollIntoViewIfNeeded();
    const [status, button] = await Promise.all(
      ['#place .sp-combobox__status', '#place button'].map((it) => page.locator(it).boundingBox()),
    );
    expect(status!.y + status!.height).toBeLessThanOrEqual(button!.y);
    // The press takes the focus, and with it the message; it must meet the button all the same.
    await page.mouse.move(button!.x + 20, button!.y + 20);
    await page.mouse.down();
    await page.mouse.up();
    await isInView(page, /Atlantis/, phone);
    await eventually(() => page.evaluate(() => document.activeElement?.id), 'apply');
    await page.context().close();
  });

  it('shows it without script, too', async () => {
    const page = await open(dogTax, { width: 640, height: 400 }, false);
    await page.fill('#place input', '24103');
    await page.locator('#place button').click();
    await page.locator('#apply .sp-chosen-place').waitFor();
    expect(await page.locator('#apply noscript p').isVisible()).toBe(true);
    expect(await topOf(page, '#apply .sp-chosen-place')).toBeLessThan(360);
    await page.context().close();
  });
});

describe('a search', () => {
  /** A phone, and a window of 1280 px enlarged to 200 %. */
  const small = [phone, { width: 640, height: 480 }];

  it.each(small)('shows its results in a window of $width × $height', async (viewport) => {
    const page = await open(hrefOf.home('de'), viewport);
    for (const query of ['hund anmelden', 'hund', 'hund']) {
      await page.fill('input[name="q"]', query);
      // Suggestions would cover the button.
      await page.locator('input[name="q"]').blur();
      await page.getByRole('button', { name: 'Suchen', exact: true }).click();
      await page.getByRole('heading', { name: `Ergebnisse für „${query}“` }).waitFor();
      await eventually(async () => (await topOf(page, FIRST_RESULT)) < viewport.height - 100, true);
      await eventually(() => page.evaluate(() => document.activeElement?.id), 'results');
      await page.evaluate(() => scrollTo(0, 0));
    }
    await page.getByRole('link', { name: /^Leistungen \(/ }).click();
    await page.waitForURL(/kind=SERVICE/);
    await eventually(async () => (await topOf(page, FIRST_RESULT)) < viewport.height - 100, true);
    await page.context().close();
  });

  it('shows them without script, too', async () => {
    const page = await open(hrefOf.home('de'), phone, false);
    await page.fill('input[name="q"]', 'hund');
    await page.getByRole('button', { name: 'Suchen', exact: true }).click();
    await page.waitForURL(/\/suche\?/);
    expect(await topOf(page, FIRST_RESULT)).toBeLessThan(phone.height - 100);
    await page.context().close();
  });

  it('stays at the top of the page where there is room for both', async () => {
    const page = await open(hrefOf.home('de'), { width: 1280, height: 800 });
    await page.fill('input[name="q"]', 'hund');
    await page.getByRole('button', { name: 'Suchen', exact: true }).click();
    await page.waitForURL(/\/suche\?/);
    await eventually(async () => (await topOf(page, FIRST_RESULT)) < 700, true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.context().close();
  });
});

describe('a page of a form', () => {
  it.each([
    ['enlarged twice', { width: 640, height: 400 }],
    ['on a small phone', { width: 360, height: 640 }],
  ])('has its first question in sight %s', async (_, viewport) => {
    const visitor = await Visitor.arrive(browser, portal.url);
    await visitor.page.setViewportSize(viewport);
    await visitor.openStart('hundesteuer');
    await visitor.button('start:ways.anonymous.start').click();
    await visitor.seesForm();
    await visitor.page.locator('#field-salutation').waitFor();
    const label = await topOf(visitor.page, 'form .sp-field .kern-label');
    expect(label).toBeLessThan(viewport.height - 16);
    await visitor.leave();
  });

  it('is hidden on a phone by little of the message that the network is gone', async () => {
    const visitor = await Visitor.arrive(browser, portal.url);
    const { page } = visitor;
    await page.setViewportSize({ width: 412, height: 915 });
    await visitor.openStart('hundesteuer');
    await visitor.button('start:ways.anonymous.start').click();
    await visitor.seesForm();
    await visitor.watched.context.setOffline(true);
    await page.getByText(visitor.text('common:offline')).waitFor();
    expect((await page.locator('.sp-offline').boundingBox())?.height).toBeLessThan(130);
    await visitor.watched.context.setOffline(false);
    await page.getByText(visitor.text('common:offline')).waitFor({ state: 'detached' });
    await visitor.leave();
  });
});

describe('a button that is pressed twice', () => {
  it.each([
    ['quickly', 0],
    ['slowly', 800],
  ])('hits nothing else while the next page arrives %s', async (_, delay) => {
    const visitor = await Visitor.arrive(browser, portal.url);
    const { page } = visitor;
    await page.setViewportSize(phone);
    await visitor.openStart('hundesteuer');
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue();
    });
    const start = visitor.button('start:ways.anonymous.start');
    await start.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await start.boundingBox())!;
    const [across, down] = [x + width / 2, y + height / 2];
    await page.mouse.click(across, down);
    for (const after of [60, 90, 150, 300]) {
      await page.waitForTimeout(after);
      const hit = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left!, top!)?.closest('footer, header')?.tagName ?? null,
        [across, down],
      );
      expect(hit, `after ${after} ms more`).toBeNull();
    }
    await visitor.seesForm();
    await visitor.leave();
  });
});

describe('the head of a page', () => {
  it.each([320, 360, 768])('shows the other language without a menu at %d px', async (width) => {
    for (const script of [true, false]) {
      const page = await open(hrefOf.home('de'), { width, height: 740 }, script);
      const english = page.getByRole('link', { name: 'English', exact: true });
      expect(await english.count()).toBe(1);
      expect(await english.isVisible()).toBe(true);
      const box = (await english.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      await english.click();
      await page.getByRole('heading', { level: 1, name: /What would/ }).waitFor();
      await page.context().close();
    }
  });

  it('breaks the name of the portal at no letter, and sets the lines of its menu on one edge', async () => {
    const page = await open(hrefOf.home('de'), { width: 320, height: 740 });
    const lines = () =>
      page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.sp-mark__name')!.firstChild!);
        return range.getClientRects().length;
      });
    expect(await lines()).toBe(1);
    await page.locator('.sp-header__tools > details > summary').click();
    const edges = await page.evaluate(() =>
      [...document.querySelectorAll('.sp-header__tools .sp-menu__body :is(summary, nav a)')].map((line) => {
        const { paddingLeft } = getComputedStyle(line);
        return line.getBoundingClientRect().x + Number.parseFloat(paddingLeft);
      }),
    );
    expect(edges.length).toBeGreaterThan(4);
    expect(new Set(edges).size).toBe(1);
    await page.context().close();
  });
});

it('a list of documents has boxes to tick on paper alone', async () => {
  const page = await open(hrefOf.service('de', '99102013104000'), phone);
  const box = () =>
    page
      .locator('.sp-prose--checklist li')
      .first()
      .evaluate((item) => getComputedStyle(item, '::before').content);
  expect(await box()).toBe('none');
  await page.emulateMedia({ media: 'print' });
  expect(await box()).toBe('""');
  await page.context().close();
});

it('a service is printed on two sheets, without what is for the screen alone', async () => {
  const page = await open(hrefOf.service('de', '99102013104000', { area: '010020000000' }), phone);
  const related = page.locator('#related');
  expect(await related.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await related.isVisible()).toBe(false);
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
  const paper = await page.pdf({ format: 'A4', margin });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  await page.context().close();
});

it('the name of the portal does not break within a word above an application, enlarged to the utmost', async () => {
  const page = await browser.newPage({ baseURL: portal.url, viewport: { width: 320, height: 740 } });
  await page.goto('/formular?leiKaId=99102013104000&area=010020000000');
  // The page is made in the browser, and anew when its texts are there.
  await page.getByRole('button', { name: 'Ohne Konto starten' }).waitFor();
  const lines = await page
    .locator('.sp-mark__name:visible')
    .first()
    .evaluate((name) => {
      const word = document.createRange();
      word.selectNodeContents(name.firstChild!);
      return word.getClientRects().length;
    });
  expect(lines).toBe(1);
  await page.close();
});
