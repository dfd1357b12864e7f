import type { Page } from 'playwright';

/**
 * Lets the system be light or dark, or what it was (null), and waits until the page stands still: with reduced motion
 * every colour changes by a transition of no length, one frame after that of the element around it.
 */
export async function changeScheme(page: Page, colorScheme: 'light' | 'dark' | null): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Not by frames of the page: some tests hold its clock.
  for (let still = 0; still < 3; ) {
    await page.waitForTimeout(20);
    const isChanging = await page.evaluate(() =>
      document.getAnimations().some((animation) => animation instanceof CSSTransition),
    );
    still = isChanging ? 0 : still + 1;
  }
}
