import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

const MAX_STOPS = 60;

/** A person without a mouse. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until a control has the focus; every stop on the way must show its focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.#page.keyboard.press(key);
      await this.expectFocusIsSeen();
    }
    throw new Error(`${target} is not reached in ${MAX_STOPS} stops`);
  }

  /** Types into a field reached by Tab. */
  async type(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
  }

  /** Presses a button or follows a link reached by Tab. */
  async press(target: Locator): Promise<void> {
    await this.tabTo(target);
    await this.#page.keyboard.press('Enter');
  }

  /** Ticks or chooses with the space bar. */
  async tick(target: Locator): Promise<void> {
    await this.tabTo(target);
    await this.#page.keyboard.press('Space');
  }

  /** The focused element is in view and is drawn differently from an unfocused one (WCAG 2.4.7, 2.4.11). */
  async expectFocusIsSeen(): Promise<void> {
    const seen = await this.#page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return { name: 'the page', isSeen: true };
      const ringed = [element, element.parentElement, element.closest('.sp-drop, .kern-form-check, label')];
      const hasRing = ringed.some((it) => {
        if (!it) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(it);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
      });
      const { bottom, top } = element.getBoundingClientRect();
      const isInView = bottom > 0 && top < innerHeight;
      return { name: element.outerHTML.slice(0, 120), isSeen: hasRing && isInView };
    });
    expect(seen, 'where the focus is').toMatchObject({ isSeen: true });
  }

  /** The element with the focus is the target. */
  expectFocusOn(target: Locator): Promise<void> {
    return eventually(() => target.evaluate((element) => element === document.activeElement), true);
  }
}
