import { expect } from 'vitest';
import { type Locale, locales } from '#domain/locale.ts';
import { changeScheme } from './colour-scheme.ts';
import { keepPicture, picture } from './pictures.ts';
import { tooWideOnPhone } from './sideways.ts';
import type { Visitor } from './visitor.ts';
import type { Viewer, WatchedPage } from './watched-page.ts';

const widths: readonly Viewer['width'][] = [360, 768, 1280];

/**
 * Requirements of every screen: it fits every width in both languages, and has no accessibility barrier. Barriers are
 * checked at one width per language, and at another one in every state; in one of the languages on a dark page.
 */
export class Gallery {
  readonly #seen = new Set<string>();
  #turn = 0;

  /** Checks the present screen. Its switch changes the language, so the workflow must survive that, too. */
  async look(visitor: Visitor, state: string): Promise<void> {
    this.#note(state);
    const first = visitor.locale;
    for (const locale of [first, ...locales.filter((it) => it !== first)]) {
      await visitor.read(locale);
      await this.#inspect(visitor.watched, state, locale);
    }
    await visitor.read(first);
  }

  /** Checks a screen in one language only, because a dialog covers it or it moves on automatically. */
  async lookOnce({ watched, locale }: Visitor, state: string): Promise<void> {
    this.#note(`${state} ${locale}`);
    await this.#inspect(watched, state, locale);
  }

  /** A page among many of the same parts: only that a phone need not scroll it sideways. */
  async fitsPhone({ page }: Visitor, name: string): Promise<void> {
    expect(await tooWideOnPhone(page), `sideways scroll of ${name}`).toEqual([]);
  }

  /** Saves a picture of where a journey failed. */
  async keep({ page }: Visitor, name: string): Promise<void> {
    await keepPicture(page, `failed-${name.replace(/\W+/g, '-')}`);
  }

  #note(state: string): void {
    expect(this.#seen, 'names of screen states').not.toContain(state);
    this.#seen.add(state);
    this.#turn += 1;
  }

  async #inspect(watched: WatchedPage, state: string, locale: Locale): Promise<void> {
    const turn = (this.#turn + locales.indexOf(locale)) % widths.length;
    const colorScheme = (this.#turn + locales.indexOf(locale)) % 2 === 0 ? 'light' : 'dark';
    await changeScheme(watched.page, colorScheme);
    for (const [index, width] of widths.entries()) {
      const name = `${state}-${locale}-${width}`;
      await watched.page.setViewportSize({ width, height: 900 });
      await watched.expectFits(name);
      if (index === turn) await watched.expectAccessible(name);
      await picture(watched.page, `${name}-${colorScheme}`);
    }
    await changeScheme(watched.page, null);
  }
}
