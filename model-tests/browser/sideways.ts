import type { Page } from 'playwright';

const PHONE = 360;

/** @returns elements that make a page scroll sideways at its present width */
export async function tooWide(page: Page): Promise<string[]> {
  const find = () =>
    page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      return [...document.querySelectorAll('body *')]
        .filter((it) => it.getBoundingClientRect().right > clientWidth + 0.5)
        .map(({ tagName, className }) => `${tagName} ${className}`);
    });
  // A change of width reaches media queries in a later frame.
  let wide = await find();
  for (let tries = 0; wide.length > 0 && tries < 50; tries += 1) {
    await page.waitForTimeout(100);
    wide = await find();
  }
  return wide;
}

/** Elements that are too wide for a phone. The window then gets its former width back. */
export async function tooWideOnPhone(page: Page): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ ...size, width: PHONE });
  try {
    return await tooWide(page);
  } finally {
    await page.setViewportSize(size);
  }
}
