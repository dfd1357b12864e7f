import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { Visitor } from './visitor.ts';

/** Forms in the colours of a contrast theme: what is chosen must be seen, with and without the focus. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

/** Brightness of the darkest and the brightest pixel in the middle third of an element, each from 0 to 255. */
async function middleOf(page: Page, element: Locator): Promise<{ darkest: number; brightest: number }> {
  const picture = (await element.screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(width / 3, height / 3, width / 3, height / 3);
    const levels = Array.from({ length: data.length / 4 }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    return { darkest: Math.min(...levels), brightest: Math.max(...levels) };
  }, picture);
}

/** Whether an element shows a sign, as a choice that is chosen: something stands out from its ground. */
async function showsSign(page: Page, element: Locator): Promise<boolean> {
  const { darkest, brightest } = await middleOf(page, element);
  return brightest - darkest > 120;
}

for (const colorScheme of ['dark', 'light'] as const) {
  it.each(['radio', 'checkbox'] as const)(
    `a ${colorScheme} contrast theme shows which %s is chosen`,
    async (kind) => {
      const visitor = await Visitor.arrive(browser, portal.url);
      const { page } = visitor;
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await visitor.startAnonymously('hundesteuer');
      await page.evaluate((type) => {
        const form = document.querySelector('main')!;
        form.innerHTML = ['first', 'second']
          .map((id) => `<input type="${type}" name="all" id="${id}" class="kern-form-check__${type}">`)
          .join('');
      }, kind);
      const [chosen, other] = [page.locator('#first'), page.locator('#second')];
      await chosen.evaluate((input: HTMLInputElement) => {
        input.checked = true;
      });
      for (const focused of [null, chosen, other]) {
        if (focused) await focused.focus();
        expect(await showsSign(page, chosen)).toBe(true);
        expect(await showsSign(page, other)).toBe(false);
      }
      await visitor.leave();
    },
  );

  it(`a ${colorScheme} contrast theme shows the arrow of a selection`, async () => {
    const visitor = await Visitor.arrive(browser, portal.url);
    const { page } = visitor;
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await visitor.startAnonymously('hundesteuer');
    await page.evaluate(() => {
      const main = document.querySelector('main')!;
      main.innerHTML =
        '<div class="kern-form-input__select-wrapper"><select class="kern-form-input__select"></select></div>';
      // So narrow that the arrow is in the middle.
      (main.firstElementChild as HTMLElement).style.width = '3.5rem';
    });
    expect(await showsSign(page, page.locator('.kern-form-input__select-wrapper'))).toBe(true);
    await visitor.leave();
  });
}
