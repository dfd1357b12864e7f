import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import type { Locale } from '#domain/locale.ts';
import { picturesFolder } from '../reporting/ledger-files.ts';
import type { SeenState } from '../reporting/shape.ts';
import { violationsOf } from './accessibility.ts';
import { tooWideOnPhone } from './sideways.ts';
import type { Visitor } from './visitor.ts';

/** Large enough to be recognised, small enough for all states of all workflows in one file. */
const SCALE = 0.5;
const QUALITY = 60;

/**
 * Screens of a machine's states: a picture of each state when it is first seen in a language. When a state is first
 * seen on a page, also objections of the accessibility checker, and elements that are too wide for a phone.
 */
export class SeenStates {
  readonly #machine: string;
  readonly #seen = new Set<string>();
  readonly pictures: SeenState[] = [];

  constructor(machine: string) {
    this.#machine = machine;
  }

  /**
   * @param of the page, where a state of the machine is on several
   * @returns objections of the accessibility checker, and elements that are too wide for a phone
   */
  async look(state: string, { page, locale }: Visitor, of = 'its page'): Promise<string[]> {
    const isFirst = this.#isFirst(`${state} on ${of}`);
    const violations = isFirst ? await violationsOf(page) : [];
    const wide = isFirst ? await tooWideOnPhone(page) : [];
    if (this.#isFirst(`${state} ${locale}`)) {
      const picture = `${this.#machine}-${state.replace(/\W+/g, '-')}-${locale}.webp`;
      await mkdir(picturesFolder, { recursive: true });
      await writeFile(path.join(picturesFolder, picture), await small(page));
      this.pictures.push({ state, locale, picture });
    }
    return [
      ...violations.map((it) => `accessibility of ${state}: ${it}`),
      ...wide.map((it) => `sideways scroll of ${state} on a phone: ${it}`),
    ];
  }

  /** True if the state has been seen, but not in this language. */
  isMissing(state: string, locale: Locale): boolean {
    return this.#seen.has(state) && !this.#seen.has(`${state} ${locale}`);
  }

  #isFirst(what: string): boolean {
    const isFirst = !this.#seen.has(what);
    this.#seen.add(what);
    return isFirst;
  }
}

/** A small picture of the window, taken without waiting: states may be about to change. */
async function small(page: Page): Promise<Buffer> {
  const client = await page.context().newCDPSession(page);
  try {
    const { cssVisualViewport } = await client.send('Page.getLayoutMetrics');
    const { pageX: x, pageY: y, clientWidth: width, clientHeight: height } = cssVisualViewport;
    const { data } = await client.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      clip: { x, y, width, height, scale: SCALE },
    });
    return Buffer.from(data, 'base64');
  } finally {
    await client.detach();
  }
}
